import { inTransaction } from '#server/database/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refuseTakenUsername } from './auth.actions.ts'
import { type Account, findAccount } from './auth.queries.ts'
import { takenField } from './auth.rules.ts'
import { mailOwner } from './owner-mail.actions.ts'
import { confirmPassword, lockConfirmed, type SecurityMailContext } from './passwords.actions.ts'
import { securityText } from './security.text.ts'
import { findChangeDay, updateUsername } from './usernames.queries.ts'

/**
 * Changes the username, reserves the old one for this account and mails the owner. Throws a Refusal 400 (same name), 403
 * (password), 409 (taken) or 429 (changed lately).
 */
export async function changeUsername(
  { db, jobs, config }: SecurityMailContext,
  { userId, username, password }: { userId: number; username: string; password: string },
): Promise<Account> {
  const confirmed = await confirmPassword(db, userId, password)
  try {
    return await inTransaction(db, async (trx) => {
      const before = await lockConfirmed(trx, confirmed)
      if (before.username === username) throw new Refusal(400, securityText.sameUsername)
      const changeable = await findChangeDay(trx, userId)
      if (changeable)
        throw new Refusal(429, securityText.usernameChangedLately(changeable.day), changeable.seconds_until)
      await refuseTakenUsername(trx, username, userId)
      await updateUsername(trx, userId, username)
      await mailOwner({ trx, jobs, config }, before, {
        subject: securityText.usernameChangedSubject,
        text: securityText.usernameChangedBody(before.username, username, config.publicUrl),
      })
      return findAccount(trx, userId)
    })
  } catch (error) {
    const taken = takenField((error as { constraint?: unknown }).constraint)
    throw taken ? new Refusal(409, taken) : error
  }
}
