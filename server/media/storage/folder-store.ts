import { copyFile, mkdir, open, opendir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { mediaText } from '#server/media/media.text.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { type FileStore, isPictureFile } from './file-store.ts'

/** Disk space that pictures leave to the database. */
const reservedBytes = 128 * 1024 * 1024

/** Files that are listed at once, as many as S3 lists. */
const pageSize = 1000

const diskFull = () => new Refusal(503, mediaText.noRoom, 60)

/** Keeps the files of pictures in a folder, which it creates. */
export async function openFolderStore(folder: string): Promise<FileStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const pathOf = (file: string) => path.join(folder, file)
  return {
    source: { folder },
    async refuseWhenUnavailable() {
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < reservedBytes) throw diskFull()
    },
    put: (file, data) => writeFile(pathOf(file), data, { mode: 0o600, flush: true }).catch(refuseFullDisk),
    copy: (from, to) => copyFile(pathOf(from), pathOf(to)).catch(refuseFullDisk),
    async read(file) {
      const handle = await open(pathOf(file)).catch(refuseMissing)
      return handle.createReadStream()
    },
    remove: (file) => rm(pathOf(file), { force: true }),
    async findSize(file) {
      const found = await stat(pathOf(file)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      return found && found.size
    },
    async *list() {
      let page: string[] = []
      for await (const { name } of await opendir(folder)) {
        if (isPictureFile(name)) page.push(name)
        if (page.length < pageSize) continue
        yield page
        page = []
      }
      yield page
    },
  }
}

function refuseFullDisk(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOSPC' || error.code === 'EDQUOT' ? diskFull() : error
}

function refuseMissing(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? notFound() : error
}
