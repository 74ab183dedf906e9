import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'

export type SessionRow = { id: number; device: string | null; created_at: Date; expires_at: Date; current: boolean }

/** The current session first, then by last use, which the expiry follows. */
export function findSessions(db: Database, userId: number, current: Buffer, limit: number): Promise<SessionRow[]> {
  const isCurrent = sql<boolean>`token_sha256 = ${current}`
  return db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'expires_at', isCurrent.as('current')])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy(isCurrent, 'desc')
    .orderBy('expires_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** @returns the hash of its token if the session was the user's. */
export async function deleteSessionById(db: Database, userId: number, id: number): Promise<Buffer | undefined> {
  const ended = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('token_sha256')
    .executeTakeFirst()
  return ended?.token_sha256
}

/** Deletes all but the `count` sessions of a user that were used last. @returns how many. */
export async function deleteOldestSessions(db: Database, userId: number, count: number): Promise<number> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('token_sha256', 'in', (oldest) =>
      oldest
        .selectFrom('sessions')
        .select('token_sha256')
        .where('user_id', '=', userId)
        .orderBy('expires_at', 'desc')
        .orderBy('id', 'desc')
        .offset(count),
    )
    .returning('id')
    .execute()
  return deleted.length
}

export async function deleteSessionsOf(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

/** Deletes all sessions except the one with this token. */
export async function deleteOtherSessions(db: Database, userId: number, token_sha256: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('token_sha256', '<>', token_sha256).execute()
}

const replace = statement<{ id: number }, [token_sha256: Buffer, newTokenSha256: Buffer]>(`
  WITH old AS (DELETE FROM sessions WHERE token_sha256 = $1 RETURNING user_id, device, created_at, expires_at)
  INSERT INTO sessions (token_sha256, user_id, device, created_at, expires_at)
  SELECT $2, user_id, device, created_at, expires_at FROM old RETURNING id`)

/**
 * Replaces a session by a new one of the same device. What the old one registered (push subscription, cell) ends with
 * it: somebody else may have held its token. @returns whether it still existed.
 */
export async function replaceSession(db: Database, token_sha256: Buffer, newTokenSha256: Buffer): Promise<boolean> {
  return (await replace.first(db, token_sha256, newTokenSha256)) !== undefined
}
