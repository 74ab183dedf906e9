import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'
import type { Locked } from '#server/database/locked.ts'
import { statement } from '#server/database/statement.ts'

export const isModeratorSql = (userIdSql: string) =>
  `(SELECT 1 FROM moderators WHERE user_id = ${userIdSql} LIMIT 1) IS NOT NULL`

export type ModerationStatus = { username: string; is_moderator: boolean; is_suspended: boolean }

/** Returns whether a user is a moderator, and whether suspended. */
export const findModerationStatus = statement<ModerationStatus, [userId: number]>(`
  SELECT u.username, ${isModeratorSql('u.id')} AS is_moderator, u.suspended_at IS NOT NULL AS is_suspended
  FROM users u WHERE u.id = $1`).first

export async function isModerator(db: Database, userId: number): Promise<boolean> {
  return (await findModerationStatus(db, userId))?.is_moderator ?? false
}

/** Suspends an account, or lifts the suspension. @returns whether that changed anything. */
export async function updateSuspension(
  db: Database,
  account: Locked<{ id: number }>,
  suspend: boolean,
): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set({ suspended_at: suspend ? sql<Date>`now()` : null })
    .where('id', '=', account.id)
    .where('suspended_at', suspend ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export async function insertModerator(db: Database, userId: number): Promise<void> {
  await db
    .insertInto('moderators')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteModerator(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('moderators').where('user_id', '=', userId).execute()
}

/** Finds a user by name, whatever its case. */
export async function findUserByName(
  db: Database,
  username: string,
): Promise<{ id: number; username: string } | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'username'])
    .where(sql`lower(username)`, '=', sql`lower(${username})`)
    .executeTakeFirst()
}

const maxListedModerators = 1000

/** Returns the moderators' names. */
export async function findModerators(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('moderators')
    .innerJoin('users', 'users.id', 'moderators.user_id')
    .select('username')
    .orderBy('username')
    .limit(maxListedModerators)
    .execute()
  return rows.map(({ username }) => username)
}
