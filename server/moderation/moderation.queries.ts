import { sql } from 'kysely'
import type { Role } from '#contract/moderation.ts'
import type { Database } from '#server/database/connect.ts'
import type { Locked } from '#server/database/locked.ts'
import { statement } from '#server/database/statement.ts'

export const isModeratorSql = (userIdSql: string) =>
  `(SELECT 1 FROM moderators WHERE user_id = ${userIdSql} LIMIT 1) IS NOT NULL`

/** `is_moderator`: of administrators too. */
export type ModerationStatus = { username: string; role: Role; is_moderator: boolean; is_suspended: boolean }

/** The role of a user, from a LEFT JOIN of `moderators`. */
export const roleSql = (moderatorSql: string) =>
  `CASE ${moderatorSql}.is_administrator WHEN true THEN 'administrator' WHEN false THEN 'moderator' ELSE 'user' END`

/** Returns the role of a user, and whether they are suspended. */
export const findModerationStatus = statement<ModerationStatus, [userId: number]>(`
  SELECT u.username, ${roleSql('moderator')} AS role, moderator.user_id IS NOT NULL AS is_moderator,
    u.suspended_at IS NOT NULL AS is_suspended
  FROM users u LEFT JOIN moderators moderator ON moderator.user_id = u.id WHERE u.id = $1`).first

export async function findRole(db: Database, userId: number): Promise<Role> {
  return (await findModerationStatus(db, userId))?.role ?? 'user'
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

/** Gives a user a role, whatever they had. */
export async function updateRole(db: Database, { id }: Locked<{ id: number }>, role: Role): Promise<void> {
  if (role === 'user') return void (await db.deleteFrom('moderators').where('user_id', '=', id).execute())
  const is_administrator = role === 'administrator'
  await db
    .insertInto('moderators')
    .values({ user_id: id, is_administrator })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ is_administrator }))
    .execute()
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

/** Returns the moderators, administrators among them. */
export function findModerators(db: Database): Promise<{ username: string; is_administrator: boolean }[]> {
  return db
    .selectFrom('moderators')
    .innerJoin('users', 'users.id', 'moderators.user_id')
    .select(['username', 'is_administrator'])
    .orderBy('username')
    .limit(maxListedModerators)
    .execute()
}
