import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { JobPayloads } from '#server/platform/job-payloads.ts'
import type { JobQueue } from '#server/platform/jobs.ts'
import type { Mail } from '#server/platform/mail.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hashToken, linkLifetime, newToken } from './auth.actions.ts'
import { accountExists, deletePending, findAccount, findAccountByEmail, lockAccount } from './auth.queries.ts'
import { takenField } from './auth.rules.ts'
import { findEmailChange, updateEmail, upsertEmailChange } from './email.queries.ts'
import { confirmPassword } from './passwords.actions.ts'
import { securityText } from './security.text.ts'

/** Has a link mailed to the new address. Whether it is taken is looked up later: neither words nor time tell. Throws a Refusal 400 (one's own), 403 (password). */
export async function changeEmail(
  db: Database,
  jobs: JobQueue,
  userId: number,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const account = await confirmPassword(db, userId, password)
  if (account.email.toLowerCase() === email.toLowerCase()) throw new Refusal(400, securityText.sameEmail)
  await jobs.add(db, 'emailChange', { user: userId, email })
}

/** Writes to the address that somebody wants: a link that is made only now, or, where it is another's, that nothing has happened. Throws when the letter is not taken. */
export async function mailEmailChange(
  db: Database,
  mail: Mail,
  publicUrl: URL,
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
  const token = newToken()
  await upsertEmailChange(db, user, email, hashToken(token), linkLifetime)
  // Behind the #, where neither this server's log nor another's sees it.
  const url = new URL(`/confirm-email#${token}`, publicUrl).href
  await mail.send({
    to: email,
    subject: securityText.emailChangeSubject,
    text: securityText.emailChangeBody(username, url),
  })
}

/** Uses a mailed link up: from now on the address is the account's, and the old one is told. Throws a Refusal 400 (link), 409 (somebody has taken it since). */
export async function confirmEmail(db: Database, jobs: JobQueue, operatorEmail: string, token: string): Promise<void> {
  try {
    await inTransaction(db, async (trx) => {
      const wanted = await findEmailChange(trx, hashToken(token))
      if (!wanted) throw new Refusal(400, securityText.emailExpired)
      await lockAccount(trx, wanted.user_id)
      // Whoever came first has used it up.
      const change = await findEmailChange(trx, hashToken(token))
      if (!change) throw new Refusal(400, securityText.emailExpired)
      const old = await findAccount(trx, change.user_id)
      await updateEmail(trx, change.user_id, change.email)
      // A link in the old mailbox must open nothing any more.
      await deletePending(trx, change.user_id)
      await jobs.add(trx, 'mail', {
        to: old.email,
        subject: securityText.emailChangedSubject,
        text: securityText.emailChangedBody(old.username, operatorEmail),
      })
    })
  } catch (error) {
    throw takenField((error as { constraint?: unknown }).constraint) ? new Refusal(409, securityText.emailTaken) : error
  }
}
