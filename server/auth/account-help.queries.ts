import type { Role } from '#contract/moderation.ts'
import { statement } from '#server/database/statement.ts'
import { roleSql } from '#server/moderation/moderation.queries.ts'

export type ShownAccountRow = {
  id: number
  username: string
  email: string
  email_confirmed: boolean
  created_at: Date
  role: Role
  is_suspended: boolean
  passkeys_count: number
  recovery_codes_count: number
}

/** Returns how somebody signs in, by the username or the address, which have no characters in common but letters. */
export const findShownAccount = statement<ShownAccountRow, [name: string]>(`
  SELECT u.id, u.username, u.email, u.email_confirmed, u.created_at, ${roleSql('moderator')} AS role,
    u.suspended_at IS NOT NULL AS is_suspended,
    (SELECT count(*)::int FROM passkeys WHERE user_id = u.id) AS passkeys_count,
    (SELECT count(*)::int FROM recovery_codes WHERE user_id = u.id) AS recovery_codes_count
  FROM users u LEFT JOIN moderators moderator ON moderator.user_id = u.id
  WHERE lower(u.username) = lower($1) OR lower(u.email) = lower($1)`).first
