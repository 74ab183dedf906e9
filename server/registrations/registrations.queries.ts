import { blockedAddressesLimit } from '#contract/limits.ts'
import type { RegistrationMode } from '#contract/registrations.ts'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import type { PageParameters } from '#server/platform/keyset.ts'

const findModeRow = statement<{ mode: RegistrationMode }, []>('SELECT mode FROM registration_settings')
const updateModeRow = statement<{ mode: RegistrationMode }, [mode: RegistrationMode]>(
  'UPDATE registration_settings SET mode = $1 WHERE mode <> $1 RETURNING mode',
)

export async function findMode(db: Database): Promise<RegistrationMode> {
  return (await findModeRow.first(db))?.mode ?? 'open'
}

/** @returns whether that changed anything. */
export const updateMode = async (db: Database, mode: RegistrationMode): Promise<boolean> =>
  (await updateModeRow.first(db, mode)) !== undefined

export type InvitationRow = {
  id: number
  note: string
  max_uses: number
  uses: number
  expires_at: Date
  created_at: Date
  created_by: string | null
}
const invitationColumnsSql = `i.id, i.note, i.max_uses, i.uses, i.expires_at, created_at_of(i.id) AS created_at,
  (SELECT username FROM users WHERE users.id = i.created_by) AS created_by`

export type NewInvitation = {
  token_sha256: Buffer
  note: string
  maxUses: number
  expiresAt: Date
  /** Null for the operator. */
  actorId: number | null
}

export const insertInvitation = statement<InvitationRow, NewInvitation>(
  `
  INSERT INTO invitations AS i (token_sha256, note, max_uses, expires_at, created_by) VALUES ($1, $2, $3, $4, $5)
  RETURNING ${invitationColumnsSql}`,
  ['token_sha256', 'note', 'maxUses', 'expiresAt', 'actorId'],
).first

/** Returns invitations, newest first. */
export const findInvitations = statement<InvitationRow, PageParameters>(
  `SELECT ${invitationColumnsSql} FROM invitations i WHERE i.id < $1 ORDER BY i.id DESC LIMIT $2 OFFSET $3`,
  ['before', 'limit', 'offset'],
)

/** @returns the note of the deleted invitation; undefined if there was none. */
export const deleteInvitation = statement<{ note: string }, [id: number]>(
  'DELETE FROM invitations WHERE id = $1 RETURNING note',
).first

const isValidSql = 'token_sha256 = $1 AND uses < max_uses AND expires_at > now()'

/** Whether an invitation could be used now. */
export const isInvitationValid = async (db: Database, token_sha256: Buffer): Promise<boolean> =>
  (await findValid.first(db, token_sha256)) !== undefined
const findValid = statement<{ id: number }, [token_sha256: Buffer]>(`SELECT id FROM invitations WHERE ${isValidSql}`)

/** Uses an invitation, in the transaction of what it is used for. @returns whether it could be used. */
export const takeInvitation = async (trx: Database, token_sha256: Buffer): Promise<boolean> =>
  (await take.first(trx, token_sha256)) !== undefined
const take = statement<{ id: number }, [token_sha256: Buffer]>(
  `UPDATE invitations SET uses = uses + 1 WHERE ${isValidSql} RETURNING id`,
)

/** Expired ones are listed for 30 days more. */
export const deleteExpiredInvitations = statement<never, []>(
  "DELETE FROM invitations WHERE expires_at < now() - interval '30 days'",
)

/** Whether one of these addresses and domains is blocked. */
export const isAnyBlocked = async (db: Database, addresses: string[]): Promise<boolean> =>
  (await findBlocker.first(db, addresses)) !== undefined
const findBlocker = statement<{ id: number }, [addresses: string[]]>(
  'SELECT id FROM blocked_addresses WHERE address = ANY($1::text[]) LIMIT 1',
)

/** @returns undefined if it is blocked already. */
export const insertBlockedAddress = statement<{ id: number }, [address: string]>(
  'INSERT INTO blocked_addresses (address) VALUES ($1) ON CONFLICT (address) DO NOTHING RETURNING id',
).first

export async function countBlockedAddresses(db: Database): Promise<number> {
  return (await countBlocked.first(db))?.count ?? 0
}
const countBlocked = statement<{ count: number }, []>(
  `SELECT count(*)::int AS count FROM (SELECT 1 FROM blocked_addresses LIMIT ${blockedAddressesLimit}) blocked`,
)

/** @returns the address that is not blocked any more; undefined if there was none. */
export const deleteBlockedAddress = statement<{ address: string }, [id: number]>(
  'DELETE FROM blocked_addresses WHERE id = $1 RETURNING address',
).first
export const deleteBlockedNamed = statement<{ address: string }, [address: string]>(
  'DELETE FROM blocked_addresses WHERE address = $1 RETURNING address',
).first

export type BlockedAddressRow = { id: number; address: string; created_at: Date }

/** Returns blocked addresses and domains, newest first: at most ten thousand, so that reading them all is fast. */
export const findBlockedAddresses = statement<BlockedAddressRow, PageParameters & { query: string }>(
  `
  SELECT id, address, created_at_of(id) AS created_at FROM blocked_addresses
  WHERE id < $1 AND strpos(address, lower($4)) > 0
  ORDER BY id DESC LIMIT $2 OFFSET $3`,
  ['before', 'limit', 'offset', 'query'],
)
