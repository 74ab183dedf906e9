import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'

export type SessionRow = { id: number; device: string | null; created_at: Date; expires_at: Date; current: boolean }

/** The current session first, then by last use, which the expiry follows. */
export const findSessions = statement<SessionRow, [userId: number, current: Buffer, limit: number]>(`
  SELECT id, device, created_at, expires_at, token_sha256 = $2 AS current
  FROM sessions WHERE user_id = $1 AND expires_at > now()
  ORDER BY current DESC, expires_at DESC, id DESC LIMIT $3`)

const deleteById = statement<{ token_sha256: Buffer }, [userId: number, id: number]>(
  'DELETE FROM sessions WHERE user_id = $1 AND id = $2 RETURNING token_sha256',
)

/** @returns the hash of its token if the session was the user's. */
export async function deleteSessionById(db: Database, userId: number, id: number): Promise<Buffer | undefined> {
  return (await deleteById.first(db, userId, id))?.token_sha256
}

const deleteOldest = statement<{ id: number }, [userId: number, count: number]>(`
  DELETE FROM sessions WHERE token_sha256 IN (
    SELECT token_sha256 FROM sessions WHERE user_id = $1 ORDER BY expires_at DESC, id DESC OFFSET $2)
  RETURNING id`)

/** Deletes all but the `count` sessions of a user that were used last. @returns how many. */
export async function deleteOldestSessions(db: Database, userId: number, count: number): Promise<number> {
  return (await deleteOldest(db, userId, count)).length
}

export const deleteSessionsOf = statement<never, [userId: number]>('DELETE FROM sessions WHERE user_id = $1')

/** Deletes all sessions except the one with this token. */
export const deleteOtherSessions = statement<never, [userId: number, token_sha256: Buffer]>(
  'DELETE FROM sessions WHERE user_id = $1 AND token_sha256 <> $2',
)

/**
 * Replaces a session by a new one of the same device. What the old one registered (push subscription, cell) ends with
 * it: somebody else may have held its token. @returns whether it still existed.
 */
export const replaceSession = statement<{ id: number }, [token_sha256: Buffer, newTokenSha256: Buffer]>(`
  WITH old AS (DELETE FROM sessions WHERE token_sha256 = $1 RETURNING user_id, device, created_at, expires_at)
  INSERT INTO sessions (token_sha256, user_id, device, created_at, expires_at)
  SELECT $2, user_id, device, created_at, expires_at FROM old RETURNING id`).any
