import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'

export type PasskeyRow = {
  id: number
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
  created_at: Date
  last_used_at: Date | null
}
const columns = [
  'id',
  'credential_id',
  'public_key',
  'counter',
  'transports',
  'name',
  'created_at',
  'last_used_at',
] as const

/** Newest first; their number is limited when adding. */
export function findPasskeys(db: Database, userId: number): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').select(columns).where('user_id', '=', userId).orderBy('id', 'desc').execute()
}

export async function countPasskeys(db: Database, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export function findPasskey(db: Database, userId: number, credential_id: string): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('passkeys')
    .select(columns)
    .where('user_id', '=', userId)
    .where('credential_id', '=', credential_id)
    .executeTakeFirst()
}

/** @returns undefined when the credential is already registered to anybody. */
export function insertPasskey(
  db: Database,
  row: {
    user_id: number
    credential_id: string
    public_key: Buffer
    counter: number
    transports: string[]
    name: string
  },
): Promise<PasskeyRow | undefined> {
  return db
    .insertInto('passkeys')
    .values({ ...row, last_used_at: null })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(columns)
    .executeTakeFirst()
}

/** @returns whether there was one. */
export async function deletePasskey(db: Database, userId: number, id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** @returns whether the counter has moved on; one that stays at 0 does not count. */
export async function updatePasskeyUse(db: Database, id: number, counter: number): Promise<boolean> {
  const used = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where((where) =>
      where.or([where('counter', '<', counter), where.and([where('counter', '=', 0), where.val(counter === 0)])]),
    )
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

export type Purpose = 'add' | 'login'

export async function insertTicket(
  db: Database,
  row: { ticket_sha256: Buffer; user_id: number; purpose: Purpose; challenge_sha256: Buffer; expires_at: Date },
): Promise<void> {
  await db.insertInto('passkey_tickets').values(row).execute()
}

/** Finds the user of a valid ticket. */
export async function findTicketOwner(
  db: Database,
  ticket_sha256: Buffer,
  purpose: Purpose,
): Promise<number | undefined> {
  const ticket = await db
    .selectFrom('passkey_tickets')
    .select('user_id')
    .where('ticket_sha256', '=', ticket_sha256)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return ticket?.user_id
}

/** Consumes a ticket. @returns its challenge if it was the user's and valid. */
export function deleteTicket(
  db: Database,
  ticket_sha256: Buffer,
  purpose: Purpose,
  userId: number,
): Promise<{ challenge_sha256: Buffer } | undefined> {
  return db
    .deleteFrom('passkey_tickets')
    .where('ticket_sha256', '=', ticket_sha256)
    .where('purpose', '=', purpose)
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('challenge_sha256')
    .executeTakeFirst()
}

export async function insertRecoveryCodes(db: Database, user_id: number, hashes: Buffer[]): Promise<void> {
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_sha256) => ({ user_id, code_sha256 })))
    .execute()
}

/** Consumes a code. @returns whether it was valid. */
export async function deleteRecoveryCode(db: Database, userId: number, code_sha256: Buffer): Promise<boolean> {
  const used = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_sha256', '=', code_sha256)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

export async function deleteRecoveryCodesOf(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

export async function countRecoveryCodes(db: Database, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes all passkeys and recovery codes of an account. */
export async function deleteSecondFactor(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await deleteRecoveryCodesOf(db, userId)
}
