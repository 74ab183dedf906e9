import type { ModerationAction } from '#contract/moderation.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Database } from '#server/database/connect.ts'
import type { Locked } from '#server/database/locked.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { insertLogEntry } from '#server/moderation/moderation-log.queries.ts'
import { findModerationStatus } from '#server/moderation/moderation.queries.ts'
import { refuseAdministration } from '#server/moderation/moderation.rules.ts'
import type { Config, Operator } from '#server/platform/config.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { removeAccount } from './account-deletion.actions.ts'
import { findShownAccount, type ShownAccountRow } from './account-help.queries.ts'
import { createResetUrl, refuseBlockedAddress } from './auth.actions.ts'
import {
  type Account,
  deletePendingSignIns,
  findAccount,
  findAccountByEmail,
  lockAccount,
  lockRowsOfAccount,
} from './auth.queries.ts'
import { authText } from './auth.text.ts'
import { queueEmailChange } from './email.actions.ts'
import { updateEmail } from './email.queries.ts'
import { mailOwner } from './owner-mail.actions.ts'
import { countPasskeys, deleteSecondFactor } from './passkeys.queries.ts'
import { securityText } from './security.text.ts'

// What administrators and the operator do for people who cannot sign in, or who want to go. An administrator gets no
// link, no password and no address of their own into an account: only its owner does.

/** The actor: an administrator, or null for the operator. */
type Actor = { actorId: number | null }
type Help = Actor & { userId: number }
type HelpContext = Pick<AppContext, 'db' | 'jobs'> & { config: Operator & Pick<Config, 'publicUrl' | 'smtpUrl'> }

function refuseHelp(actorId: number | null, { id, role }: Pick<ShownAccountRow, 'id' | 'role'>): void {
  const refused = refuseAdministration({ actorId, userId: id, role })
  if (refused) throw new Refusal(refused.status, refused.sentence)
}

/** Locks the account of somebody. Throws a Refusal 403 (oneself, another administrator) or 404. */
async function lockHelped(trx: Database, { actorId, userId }: Help): Promise<Locked<Account>> {
  const locked = await lockAccount(trx, userId)
  const status = locked && (await findModerationStatus(trx, userId))
  if (!status) throw notFound()
  refuseHelp(actorId, { id: userId, role: status.role })
  return { ...locked, ...(await findAccount(trx, userId)) }
}

const log = (trx: Database, { actorId, userId }: Help, action: ModerationAction, note = '') =>
  insertLogEntry(trx, actorId, { action, note, content: { type: 'user', id: userId, userId } })

/**
 * Returns how somebody signs in, and logs the look: an address says who stands behind a username.
 * @param name a username or an e-mail address. Throws a Refusal 403 or 404.
 */
export const showAccount = (db: Database, { actorId, name }: Actor & { name: string }): Promise<ShownAccountRow> =>
  inTransaction(db, async (trx) => {
    const account = await findShownAccount(trx, name)
    if (!account) throw new Refusal(404, authText.nobodyRegistered)
    refuseHelp(actorId, account)
    await log(trx, { actorId, userId: account.id }, 'show_account')
    return account
  })

/** Queues the link to choose a new password. Throws a Refusal 403, 404 or 409 (the server sends no e-mail). */
export function mailResetLink({ db, jobs, config }: HelpContext, help: Help): Promise<void> {
  if (config.smtpUrl === undefined) throw new Refusal(409, authText.noMail)
  return inTransaction(db, async (trx) => {
    const { email } = await lockHelped(trx, help)
    await jobs.add(trx, 'passwordReset', { email: email.toLowerCase() })
    await log(trx, help, 'mail_reset_link')
  })
}

/** Returns such a link for the operator to hand over, where the server sends no e-mail. Throws a Refusal 404. */
export const createResetLink = ({ db, config }: Pick<HelpContext, 'db' | 'config'>, userId: number): Promise<string> =>
  inTransaction(db, async (trx) => {
    const help = { actorId: null, userId }
    const { id } = await lockHelped(trx, help)
    await log(trx, help, 'mail_reset_link')
    return createResetUrl(trx, id, config)
  })

/** Removes all passkeys and recovery codes, and mails the owner. Throws a Refusal 403, 404 or 409 (there are none). */
export const removeSecondFactor = ({ db, jobs, config }: HelpContext, help: Help): Promise<void> =>
  inTransaction(db, async (trx) => {
    const account = await lockHelped(trx, help)
    if ((await countPasskeys(trx, help.userId)) === 0) throw new Refusal(409, securityText.noSecondFactor)
    await deleteSecondFactor(trx, help.userId)
    await log(trx, help, 'remove_second_factor')
    await mailOwner({ trx, jobs, config }, account, {
      subject: securityText.secondFactorRemovedSubject,
      text: securityText.secondFactorRemovedBody(account.username, config),
    })
  })

/**
 * Gives an account another address, by command only: whoever has the mailbox gets in. It changes when the mailed link
 * is used, as if the owner had asked for it; at once where the server sends no e-mail. Throws a Refusal 403 (blocked
 * address), 404 or 409 (taken).
 */
export const setEmail = (
  { db, jobs, config }: HelpContext,
  { userId, email }: { userId: number; email: string },
): Promise<void> =>
  inTransaction(db, async (trx) => {
    const help = { actorId: null, userId }
    await lockHelped(trx, help)
    await refuseBlockedAddress(trx, email)
    if (await findAccountByEmail(trx, email)) throw new Refusal(409, securityText.emailTaken)
    await log(trx, help, 'set_email')
    if (config.smtpUrl !== undefined) return queueEmailChange({ trx, jobs }, { userId, email })
    await updateEmail(trx, userId, email)
    // Links in the old mailbox must stop working.
    await deletePendingSignIns(trx, userId)
  })

/** Deletes somebody's account with everything in it, and mails its owner. Throws a Refusal 403 or 404. */
export async function deleteUser(
  { db, jobs, config, pictures }: HelpContext & Pick<AppContext, 'pictures'>,
  { note, ...help }: Help & { note: string },
): Promise<void> {
  const names = await inTransaction(db, async (trx) => {
    await lockRowsOfAccount(trx, help.userId)
    const account = await lockHelped(trx, help)
    // Before the account goes: the reference in the entry goes with it.
    await log(trx, help, 'delete_account', note)
    const pictureNames = await removeAccount({ trx, jobs }, account)
    await mailOwner({ trx, jobs, config }, account, {
      subject: securityText.accountDeletedSubject,
      text: securityText.accountDeletedBody(account.username, config),
    })
    return pictureNames
  })
  // After the commit. The sweep deletes files that a crash leaves behind.
  await pictures.remove(names)
}
