import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'

/** Condition over a former username: it is still reserved for who has left it (docs/product.md, "Names"). */
const isStillReservedSql = "left_at > now() - interval '90 days'"

/** One statement, so that it sees a name that is just being left either as its owner's or as reserved. */
const findLookAlike = statement<{ id: number }, [username: string, ownId: number | null]>(`
  SELECT id FROM users WHERE username_skeleton(username) = username_skeleton($1) AND id IS DISTINCT FROM $2::bigint
  UNION ALL
  SELECT user_id FROM former_usernames
  WHERE username_skeleton(username_key) = username_skeleton($1) AND user_id IS DISTINCT FROM $2::bigint
    AND ${isStillReservedSql}
  LIMIT 1`).first

/**
 * Whether somebody has this username, or has left it lately, or one that looks like it. @param ownId of the person who
 * may have it themselves.
 */
export const lookAlikeExists = async (db: Database, username: string, ownId: number | null): Promise<boolean> =>
  (await findLookAlike(db, username, ownId)) !== undefined

/** Lets people who take usernames that look alike pass one after the other, until this transaction ends. */
export const lockLookAlikes = statement<never, [username: string]>(
  'SELECT pg_advisory_xact_lock(hashtextextended(username_skeleton($1), 0))',
)

const changeDaySql = "(max(left_at) AT TIME ZONE 'Europe/Rome')::date + 30"

/** Returns the day from which a person may change their username again, if it is to come. */
export const findChangeDay = statement<{ day: string; seconds_until: number }, [userId: number]>(`
  SELECT day::text, ceil(extract(epoch FROM day::timestamp AT TIME ZONE 'Europe/Rome' - now()))::int AS seconds_until
  FROM (SELECT ${changeDaySql} AS day FROM former_usernames WHERE user_id = $1) changed
  WHERE day > (now() AT TIME ZONE 'Europe/Rome')::date`).first

const insertFormer = statement<never, [userId: number]>(`
  INSERT INTO former_usernames (username_key, user_id) SELECT lower(username), id FROM users WHERE id = $1
  ON CONFLICT (username_key) DO UPDATE SET user_id = excluded.user_id, left_at = excluded.left_at`)
const deleteFormer = statement<never, [username: string]>('DELETE FROM former_usernames WHERE username_key = lower($1)')
const update = statement<never, [userId: number, username: string]>('UPDATE users SET username = $2 WHERE id = $1')

/** Changes a username to a free one, and reserves the old one. */
export async function updateUsername(db: Database, userId: number, username: string): Promise<void> {
  await deleteFormer(db, username)
  await insertFormer(db, userId)
  await update(db, userId, username)
}

/** Deletes former usernames that anybody may have again. */
export const deleteFreeUsernames = statement<never, []>(
  `DELETE FROM former_usernames WHERE NOT (${isStillReservedSql})`,
)
