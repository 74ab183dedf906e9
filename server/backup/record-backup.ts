import { connect } from '#server/database/connect.ts'
import { createPictureStore } from '#server/media/media.actions.ts'
import { type BackupSource, BackupTaken, type TakenBackup } from './take-backup.ts'
import {
  deleteOldBackups,
  endBackup,
  failBackup,
  hasBackups,
  insertBackup,
  isBackupMissing,
} from './backups.queries.ts'

/** Returns one line. The messages of PostgreSQL quote values. */
export function describeFailure(error: Error & { severity?: unknown; code?: unknown }): string {
  return error.severity === undefined ? error.message.split('\n')[0]! : `PostgreSQL refuses: ${String(error.code)}`
}

/**
 * Takes a backup and notes in `backups` that it has begun, and how it has ended. Then it deletes the files of pictures
 * that were deleted meanwhile.
 * @param take calls back when nothing stands against the backup any more.
 */
export async function recordBackup(
  { databaseUrl, files }: BackupSource,
  { file, dueAt }: { file: string; dueAt: Date | null },
  take: (onTaking: () => Promise<void>) => Promise<TakenBackup>,
): Promise<TakenBackup> {
  const db = connect(databaseUrl, 1)
  let id: number | undefined
  const onTaking = async () => {
    if (!(await hasBackups.first(db))?.found) return
    if (dueAt && !(await isBackupMissing.first(db, dueAt))?.is_missing)
      throw new BackupTaken('another server has taken it')
    await deleteOldBackups(db)
    id = (await insertBackup.first(db, dueAt, file))?.id
  }
  try {
    const taken = await take(onTaking)
    if (id !== undefined) await endBackup(db, id, taken.bytes)
    return taken
  } catch (error) {
    if (id !== undefined) await failBackup(db, id, describeFailure(error as Error)).catch(() => undefined)
    throw error
  } finally {
    // Pictures that were deleted meanwhile still have their files. If the store is unreachable now, a server deletes
    // them within the hour.
    if (id !== undefined)
      await createPictureStore(db, files)
        .sweep()
        .catch(() => undefined)
    await db.destroy()
  }
}
