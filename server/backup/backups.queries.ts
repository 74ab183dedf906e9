import { backupLockKey } from '#server/database/backup-lock.ts'
import { statement } from '#server/database/statement.ts'

/** Notes that a backup begins. @param dueAt the moment of the schedule that it is for; null for the operator's. */
export const insertBackup = statement<{ id: number }, [dueAt: Date | null, file: string]>(
  'INSERT INTO backups (due_at, file) VALUES ($1, $2) RETURNING id',
)
export const endBackup = statement<never, [id: number, bytes: number]>(
  'UPDATE backups SET ended_at = now(), bytes = $2 WHERE id = $1',
)
export const failBackup = statement<never, [id: number, failure: string]>(
  'UPDATE backups SET ended_at = now(), failure = $2 WHERE id = $1',
)

/** Whether the table exists: a database may be backed up before it is migrated. */
export const hasBackups = statement<{ found: boolean }, []>("SELECT to_regclass('public.backups') IS NOT NULL AS found")

const missingSql = `NOT EXISTS (
  SELECT 1 FROM backups WHERE due_at >= $1 AND (bytes IS NOT NULL OR begun_at > now() - interval '1 hour'))`

/** Whether a scheduled backup is not taken yet, and no attempt has failed within the hour. */
export const isBackupMissing = statement<{ is_missing: boolean }, [dueAt: Date]>(`SELECT ${missingSql} AS is_missing`)

/** Whether one is to be taken now: it is missing, and nobody is taking one. */
export const isBackupDue = statement<{ is_due: boolean }, [dueAt: Date]>(
  `SELECT ${missingSql} AND pg_try_advisory_xact_lock_shared(${backupLockKey}) AS is_due`,
)

/** Deletes what is known of backups of more than a year ago. */
export const deleteOldBackups = statement<never, []>("DELETE FROM backups WHERE begun_at < now() - interval '1 year'")
