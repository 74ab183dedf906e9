import { pagePaths } from '#contract/page-paths.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Config, Operator } from '#server/platform/config.ts'
import type { JobPayloads } from '#server/platform/job-payloads.ts'
import { isAllowed } from '#server/platform/rate-limit.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { mailboxOf } from '#server/registrations/registrations.rules.ts'
import {
  createToken,
  hashToken,
  type MailContext,
  newLink,
  queueEmailConfirmation,
  refuseBlockedAddress,
} from './auth.actions.ts'
import { deletePendingSignIns, findAccount, findAccountByEmail, lockAccount } from './auth.queries.ts'
import { isEmailTrusted, takenField } from './auth.rules.ts'
import {
  findEmailChange,
  updateEmail,
  updateEmailChange,
  updateEmailConfirmed,
  upsertEmailChange,
} from './email.queries.ts'
import { mailOwner } from './owner-mail.actions.ts'
import { confirmPassword, lockConfirmed } from './passwords.actions.ts'
import { securityText } from './security.text.ts'

/** Fragments reach no server and no log. */
const confirmationUrl = (token: string, { publicUrl }: Pick<Config, 'publicUrl'>): string =>
  new URL(`${pagePaths.confirmEmail}#${token}`, publicUrl).href

/** `countAttempt` counts the e-mails to a mailbox. */
type ConfirmationRequest = { userId: number; countAttempt: (mailbox: string) => Promise<void> }

/**
 * Queues a link to the new address. A job checks later whether the address is taken, so that neither text nor time
 * reveals it. Throws a Refusal 400 (same address) or 403 (password, or an address that administrators have blocked).
 */
export async function changeEmail(
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  { userId, email, password, countAttempt }: ConfirmationRequest & { email: string; password: string },
): Promise<void> {
  const account = await confirmPassword(db, userId, password)
  if (account.email.toLowerCase() === email.toLowerCase()) throw new Refusal(400, securityText.sameEmail)
  await refuseBlockedAddress(db, email)
  // Above the limit, which others can reach too, nothing is mailed, and the answer is the same.
  if (!(await isAllowed(() => countAttempt(mailboxOf(email))))) return
  await inTransaction(db, async (trx) => {
    await lockConfirmed(trx, account)
    await queueEmailChange({ trx, jobs }, { userId, email })
  })
}

/**
 * Queues a link to a new address. The change is stored at once, with a token that nobody has: what deletes it, like a new
 * password, ends the job too.
 */
export async function queueEmailChange(
  { trx, jobs }: Pick<AppContext, 'jobs'> & { trx: Database },
  { userId, email }: { userId: number; email: string },
): Promise<void> {
  await upsertEmailChange(trx, { user_id: userId, email, ...newLink(createToken()) })
  await jobs.add(trx, 'emailChange', { user: userId, email })
}

/**
 * Mails a link to the new address, unless the change was given up meanwhile, or a notice to the account that already has
 * the address. The token is generated here, so that
 * no queue stores it. Nobody has confirmed the address yet: the e-mail contains nothing that the account's holder
 * wrote. Throws when the mail server refuses the message.
 */
export async function mailEmailChange(
  { db, mail, config }: MailContext,
  { user, email }: JobPayloads['emailChange'],
): Promise<void> {
  const owner = await findAccountByEmail(db, email)
  if (owner) {
    if (!isEmailTrusted(owner, config)) return
    return mail.send({
      to: owner.email,
      subject: securityText.emailInUseSubject,
      text: securityText.emailInUseBody(owner.username),
    })
  }
  const token = createToken()
  if (!(await updateEmailChange(db, { user_id: user, email, ...newLink(token) }))) return
  await mail.send({
    to: email,
    subject: securityText.emailChangeSubject,
    text: securityText.emailChangeBody(confirmationUrl(token, config)),
  })
}

/**
 * Queues the link that confirms an account's address once more. Throws a Refusal 429.
 * @returns whether the address still needed it.
 */
export async function sendEmailConfirmation(
  { db, jobs, config }: Pick<AppContext, 'db' | 'jobs'> & { config: Pick<Config, 'smtpUrl'> },
  { userId, countAttempt }: ConfirmationRequest,
): Promise<boolean> {
  const account = await findAccount(db, userId)
  if (isEmailTrusted(account, config)) return false
  await countAttempt(mailboxOf(account.email))
  await inTransaction(db, (trx) => queueEmailConfirmation({ trx, jobs }, { userId, email: account.email }))
  return true
}

/**
 * Mails the link that confirms an account's address, unless it was confirmed meanwhile or another address asked for.
 * Throws when the mail server refuses the message.
 */
export async function mailEmailConfirmation({ db, mail, config }: MailContext, userId: number): Promise<void> {
  const token = createToken()
  const to = await inTransaction(db, async (trx) => {
    // Locked, because the address may change: a link in the old mailbox would change it back.
    if (!(await lockAccount(trx, userId))) return undefined
    const account = await findAccount(trx, userId)
    if (account.email_confirmed) return undefined
    const { email } = account
    const isAwaited = await updateEmailChange(trx, { user_id: userId, email, ...newLink(token) })
    return isAwaited ? email : undefined
  })
  if (to === undefined) return
  await mail.send({
    to,
    subject: securityText.confirmationSubject,
    text: securityText.confirmationBody(confirmationUrl(token, config), config.publicUrl),
  })
}

/**
 * Uses a mailed link: confirms the account's address, or changes it and notifies the old one. The link stays valid for
 * its hour, so that a second click gets the same answer. Throws a Refusal 400 (link) or 409 (address taken meanwhile).
 * @returns whether the address changed.
 */
export async function confirmEmail(
  { db, jobs, config }: Pick<AppContext, 'db' | 'jobs'> & { config: Operator & Pick<Config, 'smtpUrl'> },
  token: string,
): Promise<boolean> {
  try {
    return await inTransaction(db, async (trx) => {
      const found = await findEmailChange(trx, hashToken(token))
      if (!found) throw new Refusal(400, securityText.emailExpired)
      await lockAccount(trx, found.user_id)
      // A concurrent request may have replaced the link.
      const change = await findEmailChange(trx, hashToken(token))
      if (!change) throw new Refusal(400, securityText.emailExpired)
      const old = await findAccount(trx, change.user_id)
      if (change.email === old.email) {
        await updateEmailConfirmed(trx, change.user_id)
        return false
      }
      await updateEmail(trx, change.user_id, change.email)
      // Links in the old mailbox must stop working.
      await deletePendingSignIns(trx, change.user_id)
      await mailOwner({ trx, jobs, config }, old, {
        subject: securityText.emailChangedSubject,
        text: securityText.emailChangedBody(old.username, config),
      })
      return true
    })
  } catch (error) {
    throw takenField((error as { constraint?: unknown }).constraint) ? new Refusal(409, securityText.emailTaken) : error
  }
}
