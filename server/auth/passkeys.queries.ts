import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'

type NewPasskey = {
  user_id: number
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
}
export type PasskeyRow = Omit<NewPasskey, 'user_id'> & { id: number; created_at: Date; last_used_at: Date | null }
const columnsSql = 'id, credential_id, public_key, counter, transports, name, created_at, last_used_at'

/** Newest first; their number is limited when adding. */
export const findPasskeys = statement<PasskeyRow, [userId: number]>(
  `SELECT ${columnsSql} FROM passkeys WHERE user_id = $1 ORDER BY id DESC`,
)

const count = statement<{ count: number }, [userId: number]>('SELECT count(*) FROM passkeys WHERE user_id = $1')

export const countPasskeys = async (db: Database, userId: number): Promise<number> =>
  (await count.one(db, userId)).count

export const findPasskey = statement<PasskeyRow, [userId: number, credential_id: string]>(
  `SELECT ${columnsSql} FROM passkeys WHERE user_id = $1 AND credential_id = $2`,
).first

/** @returns undefined when the credential is already registered to anybody. */
export const insertPasskey = statement<PasskeyRow, NewPasskey>(
  `
  INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (credential_id) DO NOTHING RETURNING ${columnsSql}`,
  ['user_id', 'credential_id', 'public_key', 'counter', 'transports', 'name'],
).first

/** @returns whether there was one. */
export const deletePasskey = statement<{ id: number }, [userId: number, id: number]>(
  'DELETE FROM passkeys WHERE user_id = $1 AND id = $2 RETURNING id',
).any

/** @returns whether the counter has moved on; one that stays at 0 does not count. */
export const updatePasskeyUse = statement<{ id: number }, [id: number, counter: number]>(`
  UPDATE passkeys SET counter = $2, last_used_at = now()
  WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING id`).any

export type Purpose = 'add' | 'login'

export const insertTicket = statement<
  never,
  { ticket_sha256: Buffer; user_id: number; purpose: Purpose; challenge_sha256: Buffer; expires_at: Date }
>(
  `
  INSERT INTO passkey_tickets (ticket_sha256, user_id, purpose, challenge_sha256, expires_at)
  VALUES ($1, $2, $3, $4, $5)`,
  ['ticket_sha256', 'user_id', 'purpose', 'challenge_sha256', 'expires_at'],
)

const findOwner = statement<{ user_id: number }, [ticket_sha256: Buffer, purpose: Purpose]>(
  'SELECT user_id FROM passkey_tickets WHERE ticket_sha256 = $1 AND purpose = $2 AND expires_at > now()',
)

/** Finds the user of a valid ticket. */
export async function findTicketOwner(
  db: Database,
  ticket_sha256: Buffer,
  purpose: Purpose,
): Promise<number | undefined> {
  return (await findOwner.first(db, ticket_sha256, purpose))?.user_id
}

/** Consumes a ticket. @returns its challenge if it was the user's and valid. */
export const deleteTicket = statement<
  { challenge_sha256: Buffer },
  [ticket_sha256: Buffer, purpose: Purpose, userId: number]
>(`
  DELETE FROM passkey_tickets WHERE ticket_sha256 = $1 AND purpose = $2 AND user_id = $3 AND expires_at > now()
  RETURNING challenge_sha256`).first

export const insertRecoveryCodes = statement<never, [userId: number, hashes: Buffer[]]>(
  'INSERT INTO recovery_codes (user_id, code_sha256) SELECT $1, unnest($2::bytea[])',
)

/** Consumes a code. @returns whether it was valid. */
export const deleteRecoveryCode = statement<{ user_id: number }, [userId: number, code_sha256: Buffer]>(
  'DELETE FROM recovery_codes WHERE user_id = $1 AND code_sha256 = $2 RETURNING user_id',
).any

export const deleteRecoveryCodesOf = statement<never, [userId: number]>('DELETE FROM recovery_codes WHERE user_id = $1')

const countCodes = statement<{ count: number }, [userId: number]>(
  'SELECT count(*) FROM recovery_codes WHERE user_id = $1',
)

export const countRecoveryCodes = async (db: Database, userId: number): Promise<number> =>
  (await countCodes.one(db, userId)).count

const deletePasskeysOf = statement<never, [userId: number]>('DELETE FROM passkeys WHERE user_id = $1')

/** Deletes all passkeys and recovery codes of an account. */
export async function deleteSecondFactor(db: Database, userId: number): Promise<void> {
  await deletePasskeysOf(db, userId)
  await deleteRecoveryCodesOf(db, userId)
}
