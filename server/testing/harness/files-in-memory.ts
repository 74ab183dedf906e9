import { statfs } from 'node:fs/promises'

const memoryFolder = '/dev/shm'
/** A run takes a tenth of it. */
const minFreeBytes = 2 * 1024 ** 3

/**
 * Puts the temporary files of this run and of its child processes into memory, if there is room. A test database is a
 * copy of seven hundred small files, for which a disk takes up to ten times as long.
 */
export async function keepFilesInMemory(): Promise<void> {
  const { bavail, bsize } = await statfs(memoryFolder).catch(() => ({ bavail: 0, bsize: 0 }))
  if (bavail * bsize > minFreeBytes) process.env.TMPDIR = memoryFolder
}

// The name that Vitest calls before all tests.
export { keepFilesInMemory as setup }
