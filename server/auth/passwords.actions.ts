import type { AppContext } from '#server/app-context.ts'
import type { Database } from '#server/database/connect.ts'
import type { Locked } from '#server/database/locked.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Config } from '#server/platform/config.ts'
import { announce } from '#server/platform/live/announce.ts'
import { platformText } from '#server/platform/platform.text.ts'
import { hash, verify } from '#server/platform/passwords.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { deleteAccessTokensOf } from './access-tokens.queries.ts'
import { createToken, endPending, hashToken } from './auth.actions.ts'
import { type Account, findAccount, lockAccount, updatePassword } from './auth.queries.ts'
import { refusePassword } from './auth.rules.ts'
import { authText } from './auth.text.ts'
import { deleteOtherKnownDevices } from './known-devices.queries.ts'
import { mailOwner } from './owner-mail.actions.ts'
import { securityText } from './security.text.ts'
import { deleteOtherSessions, replaceSession } from './sessions.queries.ts'

/** The dependencies of actions that change an account's security: they mail its owner. */
export type SecurityMailContext = Pick<AppContext, 'db' | 'jobs'> & {
  config: Pick<Config, 'publicUrl' | 'smtpUrl' | 'serverName'>
}

/** `token`: of the session that makes the change. */
type PasswordChange = {
  userId: number
  token: string
  deviceToken: string | undefined
  current_password: string
  new_password: string
}

/** Verifies the password of a signed-in user. Throws a Refusal 403. */
export async function confirmPassword(db: Database, userId: number, password: string): Promise<Account> {
  const account = await findAccount(db, userId)
  if (!(await verify(account.password_hash, password))) throw new Refusal(403, authText.wrongPassword)
  return account
}

/** Locks an account whose password was verified. Throws a Refusal 403 when the password changed meanwhile. */
export async function lockConfirmed(trx: Database, { id, password_hash }: Account): Promise<Locked<Account>> {
  const locked = await lockAccount(trx, id)
  const account = await findAccount(trx, id)
  if (!locked || account.password_hash !== password_hash) throw new Refusal(403, authText.wrongPassword)
  return { ...locked, ...account }
}

/**
 * Changes the password, ends all other sessions and access tokens, deletes all other known devices, replaces this
 * session by a new one and mails the owner.
 * @returns the new token. Throws a Refusal 400 (common password), 403 (password) or 401 (the session has just ended).
 */
export async function changePassword(
  { db, jobs, config }: SecurityMailContext,
  { userId, token, deviceToken, current_password, new_password }: PasswordChange,
): Promise<string> {
  const refused = refusePassword(new_password)
  if (refused) throw new Refusal(400, refused)
  const confirmed = await confirmPassword(db, userId, current_password)
  const password_hash = await hash(new_password)
  const newToken = createToken()
  await inTransaction(db, async (trx) => {
    const account = await lockConfirmed(trx, confirmed)
    if (!(await replaceSession(trx, hashToken(token), hashToken(newToken))))
      throw new Refusal(401, platformText.notSignedIn)
    await updatePassword(trx, userId, password_hash)
    await deleteOtherSessions(trx, userId, hashToken(newToken))
    await deleteAccessTokensOf(trx, userId)
    await deleteOtherKnownDevices(trx, userId, hashToken(deviceToken ?? ''))
    await endPending({ trx, jobs }, account)
    await announce(trx, { userIds: [userId] })
    await mailOwner({ trx, jobs, config }, account, {
      subject: securityText.passwordChangedSubject,
      text: securityText.passwordChangedBody(account.username, config.publicUrl),
    })
  })
  return newToken
}
