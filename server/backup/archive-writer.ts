import { createHash } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { createTarPacker } from 'modern-tar'
import { checksumsName, createSeal, entriesPerList, sha256 } from './archive.ts'

/** Writes a backup beside its final path. Only a complete one, which outlasts a power cut, gets its name. */
export type ArchiveWriter = {
  /** Adds an entry; resolves when there is room for the next one. */
  add: (name: string, data: Uint8Array) => Promise<void>
  /**
   * @param check reads the complete file, under its temporary path, before it gets its name.
   * @returns the size in bytes.
   */
  finish: (check?: (file: string) => Promise<unknown>) => Promise<number>
  /** Deletes what has been written. */
  abandon: () => Promise<void>
}

export const unfinishedSuffix = '.part'

/** @param takenAt the time of all entries. */
export async function createArchive(file: string, takenAt: Date): Promise<ArchiveWriter> {
  const unfinished = `${file}${unfinishedSuffix}`
  await rm(unfinished, { force: true })
  const handle = await open(unfinished, 'wx', 0o600)
  const { readable, controller } = createTarPacker()
  const digest = createHash('sha256')
  const writing = (async () => {
    for await (const chunk of readable) {
      digest.update(chunk)
      await handle.appendFile(chunk)
    }
  })()
  // It is awaited at the end; before, the entries fail with it.
  writing.catch(() => undefined)
  const addEntry = async (name: string, data: Uint8Array) => {
    const entry = controller.add({ name, size: data.length, mode: 0o600, mtime: takenAt, type: 'file' }).getWriter()
    try {
      if (data.length > 0) await entry.write(data)
      await entry.close()
    } catch (error) {
      // Why the file could not be written.
      await writing
      throw error
    }
  }
  const list = createChecksumList(addEntry)
  return {
    async add(name, data) {
      await addEntry(name, data)
      await list.add(name, data)
    },
    async finish(check) {
      await list.end()
      controller.finalize()
      await writing
      await handle.write(createSeal(digest.digest('hex')))
      await handle.sync()
      const { size } = await handle.stat()
      await handle.close()
      await check?.(unfinished)
      await rename(unfinished, file)
      await syncFolder(path.dirname(file))
      return size
    },
    async abandon() {
      controller.error(new Error('abandoned'))
      await writing.catch(() => undefined)
      await closeQuietly(handle)
      await rm(unfinished, { force: true })
    },
  }
}

/** Collects checksums as `sha256sum` writes them, and adds a list of them after so many entries. */
function createChecksumList(addEntry: ArchiveWriter['add']) {
  let lines: string[] = []
  let lists = 0
  const end = async () => {
    const list = Buffer.from(lines.join(''))
    lines = []
    await addEntry(checksumsName(++lists), list)
  }
  return {
    async add(name: string, data: Uint8Array) {
      lines.push(`${sha256(data)}  ${name}\n`)
      if (lines.length === entriesPerList) await end()
    },
    end,
  }
}

/** A name outlasts a power cut when its folder is on the disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}

const closeQuietly = (handle: FileHandle) => handle.close().catch(() => undefined)
