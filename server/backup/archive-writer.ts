import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { type ArchiveEntry, archiveEnd, checksumLine, checksumsName, packEntry } from './archive.ts'

/** Writes a backup under a temporary path. Only a complete one, which outlasts a power cut, gets its name. */
export type ArchiveWriter = {
  add: (name: string, data: Buffer) => Promise<void>
  /** Adds the checksums, and closes the file: it still has its temporary path. @returns the size in bytes. */
  close: () => Promise<number>
  /** Gives the closed file its name. */
  publish: () => Promise<void>
  /** Deletes what has been written. */
  abandon: () => Promise<void>
}

/** @param takenAt the time of all entries. */
export async function createArchive(
  { file, unfinishedFile }: { file: string; unfinishedFile: string },
  takenAt: Date,
): Promise<ArchiveWriter> {
  await rm(unfinishedFile, { force: true })
  const handle = await open(unfinishedFile, 'wx', 0o600)
  // 115 bytes for each of the three files of a picture.
  const checksums: Buffer[] = []
  const write = async (entry: ArchiveEntry) => handle.appendFile(await packEntry(entry, takenAt))
  return {
    async add(name, data) {
      await write({ name, data })
      checksums.push(Buffer.from(checksumLine({ name, data })))
    },
    async close() {
      await write({ name: checksumsName, data: Buffer.concat(checksums) })
      await handle.appendFile(archiveEnd)
      await handle.sync()
      const { size } = await handle.stat()
      await handle.close()
      return size
    },
    async publish() {
      await rename(unfinishedFile, file)
      // A name outlasts a power cut when its folder is on the disk.
      const folder = await open(path.dirname(file))
      await folder.sync()
      await folder.close()
    },
    async abandon() {
      await handle.close().catch(() => undefined)
      await rm(unfinishedFile, { force: true })
    },
  }
}
