import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'

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

/** @returns whether the session still existed. */
export async function updateSessionToken(db: Database, old: Buffer, token_sha256: Buffer): Promise<boolean> {
  const changed = await db
    .updateTable('sessions')
    .set({ token_sha256 })
    .where('token_sha256', '=', old)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}
