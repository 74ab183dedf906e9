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
import { migrateTo, readMigrations } from '#server/database/migrate.ts'
import type { FileStore } from '#server/media/storage/file-store.ts'
import { deleteOrphans } from '#server/media/storage/move-pictures.ts'
import { addJobs } from './add-jobs.ts'
import { dataName, jobsTable, type Manifest, pictureOf, tableOf } from './archive.ts'
import { type ArchiveEntry, readArchive, readManifest, readPart } from './archive-reader.ts'
import { keptJobs, sessionTables } from './left-out.ts'
import { type BackupSource, dataFiles } from './take-backup.ts'
import { type VerifiedBackup, verifyBackup } from './verify-backup.ts'

/** Why a backup is not restored, in one line. Nothing has been changed. */
export class RestoreRefused extends Error {}

/** In bytes of the file. */
type RestoreProgress = { part: 'verify' | 'restore'; done: number; total: number }

type Input = {
  file: string
  /** Whether people stay signed in: for a move, when nothing has happened since the backup. */
  keepSessions: boolean
  onProgress: (progress: RestoreProgress) => void
}

/**
 * Restores a backup into an empty database and an empty store of pictures. After an interruption it can be repeated; no
 * server starts before. Throws RestoreRefused, and DamagedBackup before anything is changed.
 */
export async function restoreBackup(
  target: BackupSource,
  { file, keepSessions, onProgress }: Input,
): Promise<VerifiedBackup> {
  refuseNewer(await readManifest(file))
  const client = await openCopySession(target.databaseUrl)
  try {
    if (!(await takeBackupLock(client))) throw new RestoreRefused('a backup or restore of this database is under way')
    const isRepeated = await refuseUnlessEmpty(client, target.files)
    const verified = await verifyBackup(file, (done, total) => onProgress({ part: 'verify', done, total }))
    await markUnfinished(client)
    await migrateTo(target.databaseUrl, new Set(verified.manifest.migrations.map(({ name }) => name)))
    await restoreContent({ ...target, client }, verified.manifest, { file, keepSessions, onProgress })
    if (isRepeated) await deleteOrphansOf(target)
    await markFinished(client)
    return verified
  } finally {
    await client.end().catch(() => undefined)
  }
}

function refuseNewer({ migrations, version }: Manifest): void {
  const known = new Map(readMigrations().map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of migrations) {
    if (!known.has(name))
      throw new RestoreRefused(`the backup is of a newer version (${version} with ${name}): update Dintorni first`)
    if (known.get(name) !== checksum) throw new RestoreRefused(`the backup has another ${name} than this version`)
  }
}

/** @returns whether an interrupted restore is repeated: what it has left may be replaced. */
async function refuseUnlessEmpty(client: CopySession, files: FileStore): Promise<boolean> {
  const { tables, isUnfinished } = await findContents(client)
  if (isUnfinished) return true
  if (tables > 0) throw new RestoreRefused(`the database is not empty: it has ${tables} tables`)
  for await (const page of files.list())
    if (page.length > 0) throw new RestoreRefused('there are pictures already where the pictures would go')
  return false
}

type Restoring = BackupSource & { client: CopySession }

/** Files that are written at once. */
const writtenAtOnce = 24

async function restoreContent(
  { client, databaseUrl, dataDir, files }: Restoring,
  manifest: Manifest,
  { file, keepSessions, onProgress }: Input,
): Promise<void> {
  const tables = new Map(manifest.tables.map((table) => [table.name, table]))
  let load: Load | null = await beginLoad(client)
  const jobParts: ArchiveEntry[] = []
  let pictures: { file: string; data: Buffer }[] = []
  const commit = async () => {
    if (load) await endLoad(load, manifest.sequences)
    load = null
  }
  const writePictures = async () => {
    await Promise.all(pictures.map(({ file, data }) => files.put(file, data)))
    pictures = []
  }
  for await (const { name, data } of readArchive(file, (done, total) => onProgress({ part: 'restore', done, total }))) {
    const [picture, tableName = ''] = [pictureOf(name), tableOf(name)]
    const table = tables.get(tableName)
    if (tableName === jobsTable) jobParts.push({ name, data })
    else if (table && load && (keepSessions || !sessionTables.includes(table.name)))
      await loadRows(load, table, await readPart({ name, data }))
    else if (picture && picture.width !== 'missing') {
      // No transaction stays open while pictures are written.
      await commit()
      pictures.push({ file: path.basename(name), data })
      if (pictures.length === writtenAtOnce) await writePictures()
    } else await restoreData(dataDir, { name, data })
  }
  await writePictures()
  await commit()
  for (const part of jobParts) await addJobs(databaseUrl, keptJobs, await readPart(part))
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
