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

const suspendUser = statement<{ id: number }, [userId: number]>(
  'UPDATE users SET suspended_at = now() WHERE id = $1 AND suspended_at IS NULL RETURNING id',
)
const restoreUser = statement<{ id: number }, [userId: number]>(
  'UPDATE users SET suspended_at = NULL WHERE id = $1 AND suspended_at IS NOT NULL RETURNING id',
)

/** Suspends an account, or lifts the suspension. @returns whether that changed anything. */
export const updateSuspension = (db: Database, account: Locked<{ id: number }>, suspend: boolean): Promise<boolean> =>
  (suspend ? suspendUser : restoreUser).any(db, account.id)

const deleteModerator = statement<never, [userId: number]>('DELETE FROM moderators WHERE user_id = $1')
const upsertModerator = statement<never, [userId: number, isAdministrator: boolean]>(`
  INSERT INTO moderators (user_id, is_administrator) VALUES ($1, $2)
  ON CONFLICT (user_id) DO UPDATE SET is_administrator = excluded.is_administrator`)

/** Gives a user a role, whatever they had. */
export async function updateRole(db: Database, { id }: Locked<{ id: number }>, role: Role): Promise<void> {
  if (role === 'user') await deleteModerator(db, id)
  else await upsertModerator(db, id, role === 'administrator')
}

/** Finds a user by name, whatever its case. */
export const findUserByName = statement<{ id: number; username: string }, [username: string]>(
  'SELECT id, username FROM users WHERE lower(username) = lower($1)',
).first

const maxListedModerators = 1000

/** Returns the moderators, administrators among them. */
export const findModerators = statement<{ username: string; is_administrator: boolean }, []>(`
  SELECT username, is_administrator FROM moderators JOIN users ON users.id = moderators.user_id
  ORDER BY username LIMIT ${maxListedModerators}`)
