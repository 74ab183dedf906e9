import { pagePaths } from '#contract/page-paths.ts'
import type { AppContext } from '#server/app-context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Config } from '#server/platform/config.ts'
import type { JobPayloads } from '#server/platform/job-payloads.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { createToken, hashToken, linkExpiry, type MailContext } from './auth.actions.ts'
import { accountExists, deletePending, findAccount, findAccountByEmail, lockAccount } from './auth.queries.ts'
import { takenField } from './auth.rules.ts'
import { findEmailChange, updateEmail, upsertEmailChange } from './email.queries.ts'
import { confirmPassword } from './passwords.actions.ts'
import { securityText } from './security.text.ts'

/**
 * Queues a link to the new address. A job checks later whether the address is taken, so that neither text nor time
 * reveals it. Throws a Refusal 400 (same address) or 403 (password).
 */
export async function changeEmail(
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  { userId, email, password }: { userId: number; email: string; password: string },
): Promise<void> {
  const account = await confirmPassword(db, userId, password)
  if (account.email.toLowerCase() === email.toLowerCase()) throw new Refusal(400, securityText.sameEmail)
  await jobs.add(db, 'emailChange', { user: userId, email })
}

/**
 * Mails a link to the new address, or a notice to the account that already has it. The token is generated here, so that
 * no queue stores it. Throws when the mail server refuses the message.
 */
export async function mailEmailChange(
  { db, mail, config }: MailContext,
  { user, email }: JobPayloads['emailChange'],
): Promise<void> {
  const owner = await findAccountByEmail(db, email)
  if (owner)
    return mail.send({
      to: owner.email,
      subject: securityText.emailInUseSubject,
      text: securityText.emailInUseBody(owner.username),
    })
  if (!(await accountExists(db, user))) return
  const { username } = await findAccount(db, user)
  const token = createToken()
  await upsertEmailChange(db, { user_id: user, email, token_sha256: hashToken(token), expires_at: linkExpiry() })
  // Fragments reach no server and no log.
  const url = new URL(`${pagePaths.confirmEmail}#${token}`, config.publicUrl).href
  await mail.send({
    to: email,
    subject: securityText.emailChangeSubject,
    text: securityText.emailChangeBody(username, url),
  })
}

/**
 * Consumes a mailed link, changes the address and notifies the old one. Throws a Refusal 400 (link) or 409 (address
 * taken meanwhile).
 */
export async function confirmEmail(
  { db, jobs, config }: Pick<AppContext, 'db' | 'jobs'> & { config: Pick<Config, 'operatorEmail'> },
  token: string,
): Promise<void> {
  try {
    await inTransaction(db, async (trx) => {
      const found = await findEmailChange(trx, hashToken(token))
      if (!found) throw new Refusal(400, securityText.emailExpired)
      await lockAccount(trx, found.user_id)
      // A concurrent request may have consumed the link.
      const change = await findEmailChange(trx, hashToken(token))
      if (!change) throw new Refusal(400, securityText.emailExpired)
      const old = await findAccount(trx, change.user_id)
      await updateEmail(trx, change.user_id, change.email)
      // Links in the old mailbox must stop working.
      await deletePending(trx, change.user_id)
      await jobs.add(trx, 'mail', {
        to: old.email,
        subject: securityText.emailChangedSubject,
        text: securityText.emailChangedBody(old.username, config.operatorEmail),
      })
    })
  } catch (error) {
    throw takenField((error as { constraint?: unknown }).constraint) ? new Refusal(409, securityText.emailTaken) : error
  }
}
