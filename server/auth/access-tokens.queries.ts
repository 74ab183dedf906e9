import type { TokenScope } from '#contract/token-scopes.ts'
import type { Database } from '#server/database/connect.ts'
import type { Locked } from '#server/database/locked.ts'
import { statement } from '#server/database/statement.ts'

export type AccessTokenRow = {
  id: number
  name: string
  scopes: TokenScope[]
  created_at: Date
  expires_at: Date
  last_used_on: Date | null
}
const columnsSql = 'id, name, scopes, created_at, expires_at, last_used_on'

/** Those that have not expired, newest first; their number is limited when creating. */
export const findAccessTokens = statement<AccessTokenRow, [userId: number]>(
  `SELECT ${columnsSql} FROM access_tokens WHERE user_id = $1 AND expires_at > now() ORDER BY id DESC`,
)

const insert = statement<
  AccessTokenRow,
  { userId: number; token_sha256: Buffer; name: string; scopes: TokenScope[]; expires_at: Date }
>(
  `
  INSERT INTO access_tokens (user_id, token_sha256, name, scopes, expires_at)
  SELECT id, $2, $3, $4::text[], $5 FROM users WHERE id = $1 AND suspended_at IS NULL
  RETURNING ${columnsSql}`,
  ['userId', 'token_sha256', 'name', 'scopes', 'expires_at'],
)

/** @returns undefined for a suspended account. */
export const insertAccessToken = (
  db: Database,
  { id: userId }: Locked<{ id: number }>,
  token: { token_sha256: Buffer; name: string; scopes: TokenScope[]; expires_at: Date },
): Promise<AccessTokenRow | undefined> => insert.first(db, { userId, ...token })

/** @returns whether there was one. */
export const deleteAccessToken = statement<{ id: number }, [userId: number, id: number]>(
  'DELETE FROM access_tokens WHERE user_id = $1 AND id = $2 RETURNING id',
).any

export const deleteAccessTokensOf = statement<never, [userId: number]>('DELETE FROM access_tokens WHERE user_id = $1')

/** Returns whose token this is and what it allows, and whether it has been used today; undefined if it is not valid. */
export const findTokenOwner = statement<
  { id: number; user_id: number; scopes: TokenScope[]; used_today: boolean },
  [token_sha256: Buffer]
>(`
  SELECT id, user_id, scopes, last_used_on IS NOT DISTINCT FROM current_date AS used_today
  FROM access_tokens WHERE token_sha256 = $1 AND expires_at > now()`).first

export const updateLastUse = statement<never, [id: number]>(
  'UPDATE access_tokens SET last_used_on = current_date WHERE id = $1',
)
