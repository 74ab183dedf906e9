import { takeBackupLock } from '#server/database/backup-lock.ts'
import { connect, type Database } from '#server/database/connect.ts'
import { confirmSession, type CopySession, openCopySession } from '#server/database/copy-session.ts'
import { findUnknownMigration } from '#server/database/migration-files.ts'
import { beginSnapshot, findAppliedNames } from '#server/database/snapshot.ts'
import { createPictureStore } from '#server/media/media.actions.ts'
import type { FileStore } from '#server/media/storage/file-store.ts'
import { readVersion } from '#server/platform/version.ts'
import { BackupRefused, backupFormat, type Manifest, manifestName } from './archive.ts'
import { createArchive } from './archive-writer.ts'
import { deleteOldBackups, endBackup, failBackup, insertBackup, isBackupMissing } from './backups.queries.ts'
import { leftOutTables } from './left-out.ts'
import { type VerifiedBackup, verifyBackup } from './verify-backup.ts'
import { type BackupProgress, type BackupSource, writeContent } from './write-content.ts'

export type TakenBackup = VerifiedBackup & { bytes: number }

type Input = {
  file: string
  /** The path until the backup is complete. What is there is replaced. */
  unfinishedFile: string
  /** The moment of the schedule that it is for; null for the operator's. */
  dueAt: Date | null
  onProgress?: (progress: BackupProgress) => void
}

/** Somebody else is taking this backup, or has. */
export class BackupTaken extends BackupRefused {}

/** Returns one line. The messages of PostgreSQL quote values. */
export function describeFailure(error: Error & { severity?: unknown; code?: unknown }): string {
  return error.severity === undefined ? error.message.split('\n')[0]! : `PostgreSQL refuses: ${String(error.code)}`
}

/**
 * Writes the database as it is at one moment, and all pictures that it names, to one file, beside running servers, reads
 * it from beginning to end, and then gives it its name. The table `backups` shows how it has ended. Throws BackupRefused.
 */
export async function takeBackup(source: BackupSource, input: Input): Promise<TakenBackup> {
  const client = await openCopySession(source.databaseUrl)
  const db = connect(source.databaseUrl, 1)
  let id: number | undefined
  try {
    if (!(await takeBackupLock(client))) throw new BackupTaken('another backup of this database is being taken')
    await refuseUnknownState(client)
    if (input.dueAt && !(await isBackupMissing.first(db, input.dueAt))?.is_missing)
      throw new BackupTaken('another server has taken it')
    await deleteOldBackups(db)
    id = (await insertBackup.first(db, input.dueAt, input.file))!.id
    const taken = await writeFile({ ...source, client }, input)
    await endBackup(db, id, taken.bytes)
    return taken
  } catch (error) {
    if (id !== undefined) await failBackup(db, id, describeFailure(error as Error)).catch(() => undefined)
    throw error
  } finally {
    await client.end().catch(() => undefined)
    if (id !== undefined) await deletePictures(db, source.files)
    await db.destroy()
  }
}

/** Deletes the files of pictures that were deleted meanwhile. A server does it within the hour if the store is away. */
const deletePictures = (db: Database, files: FileStore) =>
  createPictureStore(db, files)
    .sweep()
    .catch(() => undefined)

async function refuseUnknownState(client: CopySession): Promise<void> {
  const applied = await findAppliedNames(client)
  if (!applied) throw new BackupRefused('there is nothing in this database')
  const unknown = findUnknownMigration(applied)
  if (unknown) throw new BackupRefused(`the database is of a newer version: ${unknown} is unknown here`)
}

async function writeFile(
  source: BackupSource & { client: CopySession },
  { onProgress = () => undefined, ...paths }: Input,
): Promise<TakenBackup> {
  const { takenAt, ...snapshot } = await beginSnapshot(source.client, Object.keys(leftOutTables))
  const archive = await createArchive(paths, takenAt)
  try {
    const version = await readVersion()
    const manifest: Manifest = { format: backupFormat, takenAt: takenAt.toISOString(), version, ...snapshot }
    await archive.add(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`))
    await writeContent({ ...source, archive, onProgress }, manifest.tables)
    // Had the session ended, somebody might have deleted files meanwhile.
    await confirmSession(source.client)
    const bytes = await archive.close()
    const verified = await verifyBackup(paths.unfinishedFile, (done, total) =>
      onProgress({ part: 'bytes verified', done, total }),
    )
    await archive.publish()
    return { ...verified, bytes }
  } catch (error) {
    await archive.abandon()
    throw error
  }
}
