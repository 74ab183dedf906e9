import { createHash, randomBytes } from 'node:crypto'
import { blockedAddressesLimit } from '#contract/limits.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { RegistrationMode } from '#contract/registrations.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { insertLogEntry, serverEntry } from '#server/moderation/moderation-log.queries.ts'
import type { Config } from '#server/platform/config.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { fieldsText } from '#contract/fields.text.ts'
import {
  countBlockedAddresses,
  deleteBlockedAddress,
  deleteBlockedNamed,
  deleteInvitation,
  insertBlockedAddress,
  insertInvitation,
  type InvitationRow,
  updateMode,
} from './registrations.queries.ts'
import { loggedAddress, normaliseAddress } from './registrations.rules.ts'
import { registrationsText } from './registrations.text.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The actor: an administrator, or null for the operator. */
type Actor = { actorId: number | null }

/** Opens or closes registrations. @returns false if nothing changes. */
export const changeMode = (db: Database, { actorId, mode }: Actor & { mode: RegistrationMode }): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    if (!(await updateMode(trx, mode))) return false
    await insertLogEntry(trx, actorId, serverEntry('change_registrations', registrationsText.changed[mode]))
    return true
  })

type InvitationInput = Actor & { note: string; maxUses: number; days: number }

/**
 * Creates an invitation. @returns it with its link, whose token is in the fragment, which reaches no server and no log.
 * Only the token's SHA-256 is stored.
 */
export function createInvitation(
  { db, config }: { db: Database; config: Pick<Config, 'publicUrl'> },
  { actorId, note, maxUses, days }: InvitationInput,
): Promise<{ url: string; row: InvitationRow }> {
  const token = randomBytes(32).toString('base64url')
  const url = new URL(`${pagePaths.register}#${token}`, config.publicUrl).href
  return inTransaction(db, async (trx) => {
    const row = await insertInvitation(trx, {
      token_sha256: createHash('sha256').update(token).digest(),
      note,
      maxUses,
      expiresAt: new Date(Date.now() + days * dayMs),
      actorId,
    })
    if (!row) throw new Error('no row was inserted')
    await insertLogEntry(trx, actorId, serverEntry('invite', note))
    return { url, row }
  })
}

/** Withdraws an invitation. Throws a Refusal 404. */
export const withdrawInvitation = (db: Database, { actorId, id }: Actor & { id: number }): Promise<void> =>
  inTransaction(db, async (trx) => {
    const withdrawn = await deleteInvitation(trx, id)
    if (!withdrawn) throw notFound()
    await insertLogEntry(trx, actorId, serverEntry('withdraw_invitation', withdrawn.note))
  })

/** Throws a Refusal 400. */
function readAddress(input: string): string {
  const address = normaliseAddress(input)
  if (address === null) throw new Refusal(400, fieldsText.blockedAddress)
  return address
}

/**
 * Keeps an address or a domain from registering. Accounts that exist stay. @returns it as it is stored. Throws a Refusal
 * 400 (no address), or 409 (blocked already, too many).
 */
export async function blockAddress(db: Database, { actorId, input }: Actor & { input: string }): Promise<string> {
  const address = readAddress(input)
  return inTransaction(db, async (trx) => {
    // Several at once may exceed the limit by as many: it keeps the list readable and protects nothing.
    const isFull = (await countBlockedAddresses(trx)) >= blockedAddressesLimit
    if (!(await insertBlockedAddress(trx, address))) throw new Refusal(409, registrationsText.blockedAlready)
    if (isFull) throw new Refusal(409, registrationsText.full)
    await insertLogEntry(trx, actorId, serverEntry('block_address', loggedAddress(address)))
    return address
  })
}

async function logUnblocked(trx: Database, actorId: number | null, address: string): Promise<void> {
  await insertLogEntry(trx, actorId, serverEntry('unblock_address', loggedAddress(address)))
}

/** Lets an address or domain register again. Throws a Refusal 404. */
export const unblockAddress = (db: Database, { actorId, id }: Actor & { id: number }): Promise<void> =>
  inTransaction(db, async (trx) => {
    const unblocked = await deleteBlockedAddress(trx, id)
    if (!unblocked) throw notFound()
    await logUnblocked(trx, actorId, unblocked.address)
  })

/** The same by name, for the operator. @returns false if it was not blocked. Throws a Refusal 400. */
export async function unblockNamed(db: Database, input: string): Promise<boolean> {
  const address = readAddress(input)
  return inTransaction(db, async (trx) => {
    if (!(await deleteBlockedNamed(trx, address))) return false
    await logUnblocked(trx, null, address)
    return true
  })
}
