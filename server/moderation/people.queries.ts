import type { Role } from '#contract/moderation.ts'
import { statement } from '#server/database/statement.ts'
import type { PageParameters } from '#server/platform/keyset.ts'
import { beginsWithKeySql, type PresentedUserRow } from '#server/users/users.queries.ts'
import { roleSql } from './moderation.queries.ts'

export type AdministeredUserRow = PresentedUserRow & {
  role: Role
  is_suspended: boolean
  created_at: Date
}

const columnsSql = `u.id, u.username, u.display_name, (SELECT m.name FROM media m WHERE m.id = u.picture_id) AS picture,
    ${roleSql('moderator')} AS role, u.suspended_at IS NOT NULL AS is_suspended, u.created_at`
const joinSql = 'LEFT JOIN moderators moderator ON moderator.user_id = u.id'

/** Returns people with an account, newest first. */
export const findNewestPeople = statement<AdministeredUserRow, PageParameters>(
  `
  SELECT ${columnsSql} FROM users u ${joinSql}
  WHERE u.id < $1 ORDER BY u.id DESC LIMIT $2 OFFSET $3`,
  ['before', 'limit', 'offset'],
)

/** Returns moderators and administrators, newest account first. */
export const findPeopleWithRole = statement<AdministeredUserRow, PageParameters>(
  `
  SELECT ${columnsSql} FROM moderators moderator JOIN users u ON u.id = moderator.user_id
  WHERE u.id < $1 ORDER BY u.id DESC LIMIT $2 OFFSET $3`,
  ['before', 'limit', 'offset'],
)

/** Returns people whose name begins with search key `key`, in alphabetical order. */
export const findPeopleNamed = statement<AdministeredUserRow, { limit: number; key: string }>(
  `
  SELECT ${columnsSql}
  FROM (
    SELECT u.* FROM users u WHERE ${beginsWithKeySql} ORDER BY username_search_key(u.username) LIMIT $1
  ) u ${joinSql}
  ORDER BY username_search_key(u.username)`,
  ['limit', 'key'],
)
