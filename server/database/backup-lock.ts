import type pg from 'pg'

/** Any number that all Dintorni servers share. Advisory locks belong to a database. */
const backupLockKey = 4_611_050_115
/** SQL: whether a process holds the lock. */
export const isBackupRunningSql = `NOT pg_try_advisory_xact_lock_shared(${backupLockKey})`
/** A deletion of picture files holds the lock for the time of one statement. */
const lockTimeout = '5s'
const lockNotAvailable = '55P03'

/**
 * Takes the lock of the one backup or restore of a database, until the session ends. While a backup holds it no server
 * deletes the files of pictures (`findHold`): take it before the snapshot.
 * @returns false when another process holds it.
 */
export async function takeBackupLock(client: pg.Client): Promise<boolean> {
  await client.query(`SET lock_timeout = '${lockTimeout}'`)
  try {
    await client.query(`SELECT pg_advisory_lock(${backupLockKey})`)
  } catch (error) {
    if ((error as { code?: string }).code === lockNotAvailable) return false
    throw error
  }
  return true
}
