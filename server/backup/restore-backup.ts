import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { takeBackupLock } from '#server/database/backup-lock.ts'
import { connect } from '#server/database/connect.ts'
import { type CopySession, openCopySession } from '#server/database/copy-session.ts'
import {
  beginLoad,
  endLoad,
  findContents,
  type Load,
  loadRows,
  markFinished,
  markUnfinished,
} from '#server/database/load.ts'
import { isOfVersion01, migrateTo } from '#server/database/migrate.ts'
import { readMigrations } from '#server/database/migration-files.ts'
import type { FileStore } from '#server/media/storage/file-store.ts'
import { deleteOrphans } from '#server/media/storage/move-pictures.ts'
import { type ArchiveEntry, BackupRefused, dataName, jobsTable, type Manifest, pictureOf, tableOf } from './archive.ts'
import { type OnRead, readArchive, readPart } from './archive-reader.ts'
import { sessionTables } from './left-out.ts'
import { addWaitingJobs } from './waiting-jobs.queries.ts'
import { type BackupSource, dataFiles } from './write-content.ts'

type Input = {
  /** Verified, with this manifest. */
  file: string
  manifest: Manifest
  /** Whether people stay signed in: for a move, when nothing has happened since the backup. */
  keepSessions: boolean
  onRead: OnRead
}

/** Throws BackupRefused when the backup is of a newer version, or of 0.1. */
export function refuseOtherVersion({ migrations, version }: Manifest): void {
  const known = new Map(readMigrations().map(({ name, checksum }) => [name, checksum]))
  if (isOfVersion01(migrations.map(({ name }) => name)))
    throw new BackupRefused(`the backup is of version 0.1 (${version}): restore it with that version`)
  for (const { name, checksum } of migrations) {
    if (!known.has(name))
      throw new BackupRefused(`the backup is of a newer version (${version} with ${name}): update Dintorni first`)
    if (known.get(name) !== checksum) throw new BackupRefused(`the backup has another ${name} than this version`)
  }
}

/**
 * Restores a verified backup into an empty database and an empty store of pictures. After an interruption it can be
 * repeated; no server starts before. Throws BackupRefused.
 */
export async function restoreBackup(target: BackupSource, input: Input): Promise<void> {
  const client = await openCopySession(target.databaseUrl)
  try {
    if (!(await takeBackupLock(client))) throw new BackupRefused('a backup or restore of this database is under way')
    const isRepeated = await refuseUnlessEmpty(client, target.files)
    await markUnfinished(client)
    await migrateTo(target.databaseUrl, new Set(input.manifest.migrations.map(({ name }) => name)))
    await restoreContent({ ...target, client }, input)
    if (isRepeated) await deleteOrphansOf(target)
    await markFinished(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** @returns whether an interrupted restore is repeated: what it has left may be replaced. */
async function refuseUnlessEmpty(client: CopySession, files: FileStore): Promise<boolean> {
  const { tables, isUnfinished } = await findContents(client)
  if (isUnfinished) return true
  if (tables > 0) throw new BackupRefused(`the database is not empty: it has ${tables} tables`)
  for await (const page of files.list())
    if (page.length > 0) throw new BackupRefused('there are pictures already where the pictures would go')
  return false
}

/** Files that are written at once, and their bytes. */
const writtenAtOnce = 24
const bytesWrittenAtOnce = 64 * 1024 * 1024

async function restoreContent(
  { client, databaseUrl, dataDir, files }: BackupSource & { client: CopySession },
  { file, manifest, keepSessions, onRead }: Input,
): Promise<void> {
  const tables = new Map(manifest.tables.map((table) => [table.name, table]))
  let load: Load | null = await beginLoad(client)
  const jobs: Buffer[] = []
  const pictures: { name: string; data: Buffer }[] = []
  const writePictures = () => Promise.all(pictures.splice(0).map(({ name, data }) => files.put(name, data)))
  const commit = async () => {
    if (load) await endLoad(load, manifest.sequences)
    load = null
  }
  for await (const entry of readArchive(file, onRead)) {
    const [picture, tableName = ''] = [pictureOf(entry.name), tableOf(entry.name)]
    const table = tables.get(tableName)
    if (tableName === jobsTable) jobs.push(await readPart(entry))
    else if (table && load && (keepSessions || !sessionTables.includes(table.name)))
      await loadRows(load, table, await readPart(entry))
    else if (picture) {
      // No transaction stays open while pictures are written.
      await commit()
      pictures.push({ name: picture, data: entry.data })
      const bytes = pictures.reduce((sum, { data }) => sum + data.length, 0)
      if (pictures.length === writtenAtOnce || bytes >= bytesWrittenAtOnce) await writePictures()
    } else await restoreData(dataDir, entry)
  }
  await writePictures()
  await commit()
  await addWaitingJobs(databaseUrl, jobs)
}

async function restoreData(dataDir: string, { name, data }: ArchiveEntry): Promise<void> {
  const file = dataFiles.find((one) => dataName(one) === name)
  if (!file) return
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(path.join(dataDir, file), data, { mode: 0o600, flush: true })
}

/** An earlier attempt may have been with another file. */
async function deleteOrphansOf({ databaseUrl, files }: BackupSource): Promise<void> {
  const db = connect(databaseUrl, 1)
  try {
    await deleteOrphans(db, files, false)
  } finally {
    await db.destroy()
  }
}
