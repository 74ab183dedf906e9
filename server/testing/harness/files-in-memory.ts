import { statfs } from 'node:fs/promises'

const memory = '/dev/shm'
/** A run takes a tenth of it. */
const roomEnough = 2 * 1024 ** 3

/**
 * Before all tests: lets this run and the processes that it starts keep their temporary files in memory, where that has
 * room: a world is a copy of seven hundred small files, and a disk takes up to ten times as long for them.
 */
export async function keepFilesInMemory(): Promise<void> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  if (bavail * bsize > roomEnough) process.env.TMPDIR = memory
}

// So Vitest calls what runs before all tests.
export { keepFilesInMemory as setup }
