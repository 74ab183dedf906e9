import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { fileNamesOf } from '#contract/pictures.ts'
import { confirmSession, type CopySession } from '#server/database/copy-session.ts'
import { type CopiedTable, countRows, endSnapshot, readRows, readTable } from '#server/database/snapshot.ts'
import type { FileStore } from '#server/media/storage/file-store.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { BackupRefused, dataName, jobsTable, partName, pictureName } from './archive.ts'
import type { ArchiveWriter } from './archive-writer.ts'
import { readWaitingJobs } from './waiting-jobs.queries.ts'

/** The data that a backup covers. */
export type BackupSource = { databaseUrl: string; files: FileStore; dataDir: string }
/** `part`: a table, `pictures`, `videos`, or `bytes verified`. `total` is 0 where it is not known. */
export type BackupProgress = { part: string; done: number; total: number }
type Writing = BackupSource & {
  /** The session with the transaction of the snapshot. */
  client: CopySession
  archive: ArchiveWriter
  onProgress: (progress: BackupProgress) => void
}

/** Files of DATA_DIR that are neither in the database nor pictures: the way into the demo, and keys of old versions. */
export const dataFiles = ['demo-sign-in.json', 'vapid.json'] as const

/** Writes rows and pictures. Ends the transaction. */
export async function writeContent(writing: Writing, tables: CopiedTable[]): Promise<void> {
  const { client, archive, dataDir } = writing
  for (const name of dataFiles) {
    const data = await readFile(path.join(dataDir, name)).catch(nullIfMissing)
    if (data) await archive.add(dataName(name), data)
  }
  for (const table of tables) await writeParts(writing, table.name, readTable(client, table))
  await writeParts(writing, jobsTable, readWaitingJobs(client))
  const pictures = await buffer(readRows(client, `SELECT name FROM media m WHERE ${videoMsSql} IS NULL`))
  const videos = await buffer(readRows(client, `SELECT name FROM media m WHERE ${videoMsSql} IS NOT NULL`))
  // The lock stays. An open transaction would keep PostgreSQL from cleaning up for as long as pictures are copied.
  await endSnapshot(client)
  await writePictures(writing, { names: linesOf(pictures), haveVideo: false, atOnce: readAtOnce })
  await writePictures(writing, { names: linesOf(videos), haveVideo: true, atOnce: videosAtOnce })
}

/** A database that is backed up before it is migrated may not have the column. */
const videoMsSql = "to_jsonb(m)->>'video_ms'"

const linesOf = (rows: Buffer) => rows.toString().split('\n').slice(0, -1)

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

const compress = promisify(gzip)

async function writeParts(
  { archive, onProgress }: Writing,
  table: string,
  parts: AsyncIterable<Buffer>,
): Promise<void> {
  let [rows, number] = [0, 0]
  for await (const part of parts) {
    await archive.add(partName(table, ++number), await compress(part))
    rows += countRows(part)
    onProgress({ part: table, done: rows, total: 0 })
  }
}

/** Pictures that are read at once; each has three files, of 1.3 MB at most. A video has 26 MB. */
const readAtOnce = 16
const videosAtOnce = 2

type WrittenPictures = { names: string[]; haveVideo: boolean; atOnce: number }

/** A picture that lacks a file had been lost before, and is left out. */
async function writePictures(
  { client, archive, files, onProgress }: Writing,
  { names, haveVideo, atOnce }: WrittenPictures,
): Promise<void> {
  for (let done = 0; done < names.length; done += atOnce) {
    const some = names.slice(done, done + atOnce).map((name) => fileNamesOf(name, haveVideo))
    const found = await Promise.all(some.map((fileNames) => readPicture(files, fileNames)))
    for (const { file, data } of found.flat()) if (data) await archive.add(pictureName(file), data)
    onProgress({ part: haveVideo ? 'videos' : 'pictures', done, total: names.length })
    // Also because a proxy may close idle connections.
    await confirmSession(client)
  }
}

/** @returns its files; none if one of them is missing. */
async function readPicture(files: FileStore, fileNames: string[]): Promise<{ file: string; data: Buffer | null }[]> {
  const found = await Promise.all(fileNames.map(async (file) => ({ file, data: await readFileOfPicture(files, file) })))
  return found.every(({ data }) => data) ? found : []
}

/** Milliseconds before each retry while the store is unreachable: half a minute in all. */
const retryDelaysMs = [500, 1000, 2000, 4000, 8000, 16_000]

async function readFileOfPicture(files: FileStore, file: string, attempt = 0): Promise<Buffer | null> {
  try {
    return await buffer(await files.read(file))
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null
    const delayMs = retryDelaysMs[attempt]
    if (delayMs === undefined)
      throw error instanceof Refusal ? new BackupRefused('the store of pictures does not answer') : error
    await wait(delayMs)
    return readFileOfPicture(files, file, attempt + 1)
  }
}
