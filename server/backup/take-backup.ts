import { open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { pictureFileName, pictureWidths } from '#contract/pictures.ts'
import { takeBackupLock } from '#server/database/backup-lock.ts'
import { confirmSession, type CopySession, countOtherSessions, openCopySession } from '#server/database/copy-session.ts'
import { findUnknownMigration } from '#server/database/migrate.ts'
import {
  beginSnapshot,
  type CopiedTable,
  countRows,
  endSnapshot,
  findAppliedNames,
  readRows,
  readTable,
  type Snapshot,
} from '#server/database/snapshot.ts'
import type { FileStore } from '#server/media/storage/file-store.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readVersion } from '#server/platform/version.ts'
import {
  backupFormat,
  dataName,
  jobsTable,
  type Manifest,
  manifestName,
  missingPictureName,
  partName,
  pictureName,
  type Totals,
  totalsName,
} from './archive.ts'
import { type ArchiveWriter, createArchive } from './archive-writer.ts'
import { findJobTable, waitingJobsSql } from './jobs.queries.ts'
import { keptJobs, leftOutTables } from './left-out.ts'

/** The data that a backup covers. */
export type BackupSource = { databaseUrl: string; files: FileStore; dataDir: string }
/** `part`: a table, or `pictures`. `total` is 0 where it is not known. */
export type BackupProgress = { part: string; done: number; total: number }
export type TakenBackup = { bytes: number; manifest: Manifest; totals: Totals }

/** Why there is no backup, in one line. */
export class BackupRefused extends Error {}

/** Somebody else is taking this backup, or has. */
export class BackupTaken extends BackupRefused {}

/** Migration from which on servers leave the files of deleted pictures to a backup. */
const holdMigration = '0100_backups.sql'

/** Files of DATA_DIR that are neither in the database nor pictures: the way into the demo, and keys of old versions. */
export const dataFiles = ['demo-sign-in.json', 'vapid.json'] as const

const compress = promisify(gzip)

/**
 * Writes the database as it is at one moment, and all pictures that it names, to one file, beside running servers.
 * Throws BackupRefused.
 * @param onTaking is called when nothing stands against it any more.
 * @param check reads the file before it gets its name.
 */
export async function takeBackup(
  source: BackupSource,
  {
    file,
    onProgress,
    onTaking,
    check,
  }: {
    file: string
    onProgress: (progress: BackupProgress) => void
    onTaking?: () => Promise<void>
    check?: (file: string) => Promise<unknown>
  },
): Promise<TakenBackup> {
  const client = await openCopySession(source.databaseUrl)
  try {
    if (!(await takeBackupLock(client))) throw new BackupTaken('another backup of this database is being taken')
    await refuseUnknownState(client)
    await onTaking?.()
    const snapshot = await beginSnapshot(client, Object.keys(leftOutTables))
    const archive = await createArchive(file, snapshot.takenAt)
    try {
      const content = await writeContent({ ...source, client, archive, onProgress }, snapshot, file)
      // Had the session ended, somebody might have deleted files meanwhile.
      await confirmSession(client)
      return { ...content, bytes: await archive.finish(check) }
    } catch (error) {
      await archive.abandon()
      throw error
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** A database of any older version is fine, unless a server of that version is deleting pictures. */
async function refuseUnknownState(client: CopySession): Promise<void> {
  const applied = await findAppliedNames(client)
  if (!applied) throw new BackupRefused('there is nothing in this database')
  const unknown = findUnknownMigration(applied)
  if (unknown) throw new BackupRefused(`the database is of a newer version: ${unknown} is unknown here`)
  if (!applied.includes(holdMigration) && (await countOtherSessions(client)) > 0)
    throw new BackupRefused('the server that is running is older than this command: stop it first')
}

type Writing = BackupSource & {
  client: CopySession
  archive: ArchiveWriter
  onProgress: (progress: BackupProgress) => void
}

async function writeContent(writing: Writing, snapshot: Snapshot, file: string) {
  const { client, archive } = writing
  const manifest = await describe(snapshot)
  await archive.add(manifestName, toJson(manifest))
  await writeData(writing)
  // No name: nothing is left of it, however this process ends.
  const namesFile = `${file}.names`
  const names = await open(namesFile, 'w+', 0o600)
  await rm(namesFile)
  try {
    const rows: Totals['rows'] = {}
    for (const table of snapshot.tables) {
      const isMedia = table.name === 'media'
      const parts = readTable(client, table, isMedia ? 'name COLLATE "C"' : undefined)
      rows[table.name] = await writeParts(writing, table.name, parts, async (part) => {
        if (isMedia) await names.appendFile(namesIn(table, part))
      })
    }
    if (await findJobTable(client))
      rows[jobsTable] = await writeParts(writing, jobsTable, readRows(client, waitingJobsSql(keptJobs)))
    // The lock stays. An open transaction would keep PostgreSQL from cleaning up for as long as pictures are copied.
    await endSnapshot(client)
    const pictures = await writePictures(writing, {
      names: names.readLines({ start: 0, autoClose: false }),
      total: rows.media ?? 0,
    })
    const totals: Totals = { rows, ...pictures }
    await archive.add(totalsName, toJson(totals))
    return { manifest, totals }
  } finally {
    await names.close()
  }
}

const toJson = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`)

async function describe({ takenAt, ...snapshot }: Snapshot): Promise<Manifest> {
  const version = await readVersion()
  return { format: backupFormat, takenAt: takenAt.toISOString(), version, ...snapshot }
}

async function writeData({ archive, dataDir }: Writing): Promise<void> {
  for (const name of dataFiles) {
    const data = await readFile(path.join(dataDir, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (data) await archive.add(dataName(name), data)
  }
}

/** @returns how many rows they have. */
async function writeParts(
  { archive, onProgress }: Writing,
  table: string,
  parts: AsyncIterable<Buffer>,
  onPart?: (part: Buffer) => Promise<void>,
): Promise<number> {
  let [rows, number] = [0, 0]
  for await (const part of parts) {
    await onPart?.(part)
    await archive.add(partName(table, ++number), await compress(part))
    rows += countRows(part)
    onProgress({ part: table, done: rows, total: 0 })
  }
  return rows
}

/** @returns a line for each row of `media`. Names have no character that `COPY` escapes. */
export function namesIn({ columns }: CopiedTable, part: Buffer): string {
  const at = columns.indexOf('name')
  const lines = part.toString().split('\n').slice(0, -1)
  return lines.map((line) => `${line.split('\t')[at]}\n`).join('')
}

/** Pictures that are read at once, while others are written; each has three files, of 1.3 MB at most. */
const readAtOnce = 8
/** The session with the lock sends a statement at least this often, because a proxy may close idle connections. */
const maxSilenceMs = 20_000

async function writePictures(
  { client, archive, files, onProgress }: Writing,
  { names, total }: { names: AsyncIterable<string>; total: number },
) {
  const counts = { pictures: 0, missingPictures: 0 }
  let spokeAtMs = performance.now()
  const write = async (pictures: ReadPicture[]) => {
    for (const { name, read } of pictures) {
      const found = await read
      for (const { file, data } of found ?? []) await archive.add(pictureName(file), data)
      if (!found) await archive.add(missingPictureName(name), Buffer.alloc(0))
      counts[found ? 'pictures' : 'missingPictures']++
    }
    onProgress({ part: 'pictures', done: counts.pictures + counts.missingPictures, total })
    if (performance.now() - spokeAtMs < maxSilenceMs) return
    spokeAtMs = performance.now()
    await confirmSession(client)
  }
  let batch: ReadPicture[] = []
  let previous: ReadPicture[] = []
  for await (const name of names) {
    const read = readPicture(files, name)
    // It is awaited later, and must not end the process before.
    read.catch(() => undefined)
    batch.push({ name, read })
    if (batch.length < readAtOnce) continue
    await write(previous)
    previous = batch
    batch = []
  }
  await write([...previous, ...batch])
  return counts
}

type ReadPicture = { name: string; read: Promise<{ file: string; data: Buffer }[] | null> }

/** @returns null if a file of the picture is missing. */
async function readPicture(files: FileStore, name: string) {
  const found = await Promise.all(
    pictureWidths.map(async (width) => {
      const file = pictureFileName(name, width)
      return { file, data: await readFileOfPicture(files, file) }
    }),
  )
  return found.every((one): one is { file: string; data: Buffer<ArrayBuffer> } => one.data !== null) ? found : null
}

/** Milliseconds before each retry while the store is unreachable: half a minute in all. */
const retryDelaysMs = [500, 1000, 2000, 4000, 8000, 16_000]

async function readFileOfPicture(files: FileStore, file: string): Promise<Buffer | null> {
  for (const delayMs of [...retryDelaysMs, null]) {
    try {
      return await buffer(await files.read(file))
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return null
      if (delayMs === null)
        throw error instanceof Refusal ? new BackupRefused('the store of pictures does not answer') : error
      await wait(delayMs)
    }
  }
  return null
}
