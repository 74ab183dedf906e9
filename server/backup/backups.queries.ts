import { isBackupRunningSql } from '#server/database/backup-lock.ts'
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

const missingSql = `NOT EXISTS (
  SELECT 1 FROM backups WHERE due_at >= $1 AND (bytes IS NOT NULL OR begun_at > now() - interval '1 hour'))`

/** Whether a scheduled backup is not taken yet, and no attempt has failed within the hour. */
export const isBackupMissing = statement<{ is_missing: boolean }, [dueAt: Date]>(`SELECT ${missingSql} AS is_missing`)

/** Whether this server should take a backup now: one is due, and no server is taking it. */
export const isBackupDue = statement<{ is_due: boolean }, [dueAt: Date]>(
  `SELECT ${missingSql} AND NOT (${isBackupRunningSql}) AS is_due`,
)

/** An administrator's wish is fulfilled by any backup that begins later. */
const wishSql = `requested_at > COALESCE((SELECT max(begun_at) FROM backups), '-infinity')`

/** Notes that an administrator asks for a backup now. @returns no row when one is asked for already. */
export const upsertBackupRequest = statement<{ requested_at: Date }, []>(`
  INSERT INTO backup_requests AS wish (requested_at) VALUES (now())
  ON CONFLICT (is_only) DO UPDATE SET requested_at = now() WHERE NOT (wish.${wishSql})
  RETURNING requested_at`)

/** When somebody last requested a backup. */
export const findBackupRequest = statement<{ requested_at: Date }, []>('SELECT requested_at FROM backup_requests')

/** `last_at`, `last_bytes`: of the newest complete backup. `failure`: of the newest attempt, if it came to nothing. */
export type LastBackup = {
  is_running: boolean
  last_begun_at: Date | null
  last_at: Date | null
  last_bytes: number | null
  failure: string | null
}

export const findLastBackup = statement<LastBackup, []>(`
  SELECT ${isBackupRunningSql} AS is_running, newest.begun_at AS last_begun_at, complete.ended_at AS last_at,
    complete.bytes AS last_bytes, newest.failure
  FROM (SELECT 1) AS always
  LEFT JOIN (SELECT begun_at, failure FROM backups ORDER BY begun_at DESC LIMIT 1) newest ON true
  LEFT JOIN (
    SELECT ended_at, bytes FROM backups WHERE bytes IS NOT NULL ORDER BY begun_at DESC LIMIT 1
  ) complete ON true`)

/** Deletes what is known of backups of more than a year ago. */
export const deleteOldBackups = statement<never, []>("DELETE FROM backups WHERE begun_at < now() - interval '1 year'")
