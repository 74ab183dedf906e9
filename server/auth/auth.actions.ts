import { createHash, randomBytes } from 'node:crypto'
import { pagePaths } from '#contract/page-paths.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import {
  findMode,
  isAnyBlocked,
  isInvitationValid,
  takeInvitation,
} from '#server/registrations/registrations.queries.ts'
import { blockersOf, refuseRegistration } from '#server/registrations/registrations.rules.ts'
import { findSuspension } from '#server/moderation/moderation-log.queries.ts'
import type { Config, Operator } from '#server/platform/config.ts'
import { announce } from '#server/platform/live/announce.ts'
import { hash, verify } from '#server/platform/passwords.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { sessionLifetimeSeconds } from '#server/platform/viewer.ts'
import { deleteAccessTokensOf } from './access-tokens.queries.ts'
import {
  type Account,
  deletePasswordReset,
  deletePending,
  deleteSession,
  emailExists,
  findAccount,
  findAccountByEmail,
  insertAccount,
  insertSession,
  lockAccount,
  updatePassword,
  upsertPasswordReset,
} from './auth.queries.ts'
import { isEmailTrusted, refusePassword, takenField } from './auth.rules.ts'
import { authText } from './auth.text.ts'
import { deviceOf } from './devices.rules.ts'
import { updateEmailConfirmed, upsertEmailChange } from './email.queries.ts'
import { deleteKnownDevicesOf } from './known-devices.queries.ts'
import { deleteSecondFactor } from './passkeys.queries.ts'
import { deleteOldestSessions, deleteSessionsOf } from './sessions.queries.ts'
import { lockLookAlikes, lookAlikeExists } from './usernames.queries.ts'
import { isReserved } from './usernames.rules.ts'

/** How long a mailed link is valid (docs/product.md, "Limits and constants"). */
const linkLifetimeMs = 60 * 60 * 1000
/** The dependencies of the actions that mail links. */
export type MailContext = Pick<AppContext, 'db' | 'mail'> & { config: Pick<Config, 'publicUrl' | 'smtpUrl'> }

/** Sessions of one account. A sign-in beyond ends the one that was used least recently, so that the list shows all. */
export const maxSessions = 50

/** Verified instead of a real hash when the address is unknown, so that both cases take the same time. */
const dummyHash = hash(randomBytes(16).toString('hex'))

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** 256 random bits. */
export const createToken = () => randomBytes(32).toString('base64url')

/** The columns of a link that is mailed now. */
export const newLink = (token: string) => ({
  token_sha256: hashToken(token),
  expires_at: new Date(Date.now() + linkLifetimeMs),
})

/**
 * Queues the link that confirms an account's address. Like a change it is stored at once, with a token that nobody has,
 * so that what is asked for last counts, whenever the jobs run.
 */
export async function queueEmailConfirmation(
  { trx, jobs }: Pick<AppContext, 'jobs'> & { trx: Database },
  { userId, email }: { userId: number; email: string },
): Promise<void> {
  await upsertEmailChange(trx, { user_id: userId, email, ...newLink(createToken()) })
  await jobs.add(trx, 'emailConfirmation', { user: userId })
}

/**
 * Starts a session. Every way of signing in ends here.
 * @returns the session's token. Only its SHA-256 is stored, and of the browser only its name.
 * Throws a Refusal 403 (suspended), or 401 when the password changed after it was verified: that change ends all
 * sessions.
 */
export async function startSession(
  { db, config }: Pick<AppContext, 'db'> & { config: Operator },
  account: Account,
  userAgent: string | undefined,
): Promise<string> {
  const token = createToken()
  const session = {
    token_sha256: hashToken(token),
    device: deviceOf(userAgent),
    expires_at: new Date(Date.now() + sessionLifetimeSeconds * 1000),
  }
  const isInserted = await inTransaction(db, async (trx) => {
    if (!(await insertSession(trx, account, session))) return false
    const ended = await deleteOldestSessions(trx, account.id, maxSessions)
    if (ended > 0) await announce(trx, { userIds: [account.id] })
    return true
  })
  if (isInserted) return token
  const suspension = await findSuspension(db, account.id)
  throw suspension
    ? new Refusal(403, authText.suspended(suspension.note, config))
    : new Refusal(401, authText.wrongCredentials)
}

/** Ends the session of a token and its open pages. An unknown token is not an error. */
export const logout = (db: Database, token: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    const userId = await deleteSession(trx, hashToken(token))
    if (userId !== undefined) await announce(trx, { userIds: [userId] })
  })

/** Whether a person may take this username. @param ownId null: a new account. */
export const isUsernameFree = async (db: Database, username: string, ownId: number | null): Promise<boolean> =>
  !isReserved(username) && !(await lookAlikeExists(db, username, ownId))

/**
 * Throws a Refusal 409 for a username that this person may not take. Until the transaction ends nobody else takes one
 * that looks like it.
 */
export async function refuseTakenUsername(trx: Database, username: string, ownId: number | null): Promise<void> {
  await lockLookAlikes(trx, username)
  if (!(await isUsernameFree(trx, username, ownId))) throw new Refusal(409, authText.usernameTaken)
}

type Registration = {
  username: string
  email: string
  password: string
  invitation?: string | undefined
  isEmailAllowed: () => Promise<boolean>
}

/**
 * Throws a Refusal 403 for somebody who may not register here. The refusal depends only on the server's settings and on
 * the input, never on whether the address has an account.
 * @param take uses the invitation up, in the transaction that creates the account.
 */
async function refuseUninvited(
  db: Database,
  { email, invitation }: Pick<Registration, 'email' | 'invitation'>,
  take: boolean,
): Promise<void> {
  const mode = await findMode(db)
  const refused = refuseRegistration(mode, invitation !== undefined)
  if (refused) throw new Refusal(403, refused)
  const isValid = take ? takeInvitation : isInvitationValid
  if (mode === 'invitation' && !(invitation !== undefined && (await isValid(db, hashToken(invitation)))))
    throw new Refusal(403, authText.invitationInvalid)
  await refuseBlockedAddress(db, email)
}

/** Throws a Refusal 403 for an address that administrators have blocked. */
export async function refuseBlockedAddress(db: Database, email: string): Promise<void> {
  if (await isAnyBlocked(db, blockersOf(email))) throw new Refusal(403, authText.addressRefused)
}

/**
 * Creates an account and mails the link that confirms its address. Throws a Refusal 400 (common password), 403 (not
 * invited, or the address is blocked) or 409 (username or e-mail address taken).
 */
export async function register(
  { db, jobs, config }: Pick<AppContext, 'db' | 'jobs'> & { config: Pick<Config, 'smtpUrl'> },
  { username, email, password, invitation, isEmailAllowed }: Registration,
): Promise<Account> {
  // Before the password is hashed, which is expensive.
  await refuseUninvited(db, { email, invitation }, false)
  const refused = refusePassword(password)
  if (refused) throw new Refusal(400, refused)
  const password_hash = await hash(password)
  // Outside the transaction, which holds a connection. Only for a free address, so that nobody uses up the e-mails of
  // somebody else's.
  const needsEmail = config.smtpUrl !== undefined && !(await emailExists(db, email)) && (await isEmailAllowed())
  try {
    return await inTransaction(db, async (trx) => {
      await refuseUninvited(trx, { email, invitation }, true)
      await refuseTakenUsername(trx, username, null)
      const id = await insertAccount(trx, { username, email, password_hash })
      await jobs.add(trx, 'activity', { notify: { recipientId: id, trigger: { kind: 'welcome' } } })
      if (needsEmail) await queueEmailConfirmation({ trx, jobs }, { userId: id, email })
      return findAccount(trx, id)
    })
  } catch (error) {
    const taken = takenField((error as { constraint?: unknown }).constraint)
    throw taken ? new Refusal(409, taken) : error
  }
}

/** Verifies a password. Throws the same Refusal 401 for an unknown address and for a wrong password. */
export async function login(db: Database, { email, password }: { email: string; password: string }): Promise<Account> {
  const account = await findAccountByEmail(db, email)
  const matches = await verify(account?.password_hash ?? (await dummyHash), password)
  if (!account || !matches) throw new Refusal(401, authText.wrongCredentials)
  return account
}

/**
 * Creates a link to choose a new password, which replaces the one before. The account is locked by the caller.
 * Fragments reach no server and no log.
 */
export async function createResetUrl(
  trx: Database,
  user_id: number,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Promise<string> {
  const token = createToken()
  await upsertPasswordReset(trx, { user_id, ...newLink(token) })
  return new URL(`${pagePaths.resetPassword}#${token}`, publicUrl).href
}

/**
 * Mails a link to choose a new password, if the address has an account. The token is generated here, so that no queue
 * stores it. Throws when the mail server refuses the message.
 */
export async function mailPasswordReset({ db, mail, config }: MailContext, email: string): Promise<void> {
  const reset = await inTransaction(db, async (trx) => {
    const found = await findAccountByEmail(trx, email)
    if (found) await lockAccount(trx, found.id)
    // The address may have changed while this transaction waited for the lock.
    const account = found && (await findAccountByEmail(trx, email))
    return account && { account, url: await createResetUrl(trx, account.id, config) }
  })
  if (!reset) return
  const { account, url } = reset
  await mail.send({
    to: account.email,
    subject: authText.resetSubject,
    text: authText.resetBody(isEmailTrusted(account, config) ? account.username : null, url),
  })
}

/**
 * Ends what was mailed or begun for the previous password: links, tickets and the links that wait in the queue. Those to
 * a new address wait with their change.
 */
export async function endPending(
  { trx, jobs }: Pick<AppContext, 'jobs'> & { trx: Database },
  { id, email }: Pick<Account, 'id' | 'email'>,
): Promise<void> {
  await deletePending(trx, id)
  await jobs.drop(trx, 'passwordReset', { email: email.toLowerCase() })
}

/**
 * Consumes a mailed link, changes the password, ends all sessions and deletes all known devices. The link proves the
 * address. If it was never confirmed before, another person may have created the account, so their passkeys and tokens
 * are deleted too.
 * @returns the user's id. Throws a Refusal 400 (link, common password).
 */
export async function resetPassword(
  { db, jobs, config }: Pick<AppContext, 'db' | 'jobs'> & { config: Pick<Config, 'smtpUrl'> },
  { token, password }: { token: string; password: string },
): Promise<number> {
  const refused = refusePassword(password)
  if (refused) throw new Refusal(400, refused)
  const password_hash = await hash(password)
  return inTransaction(db, async (trx) => {
    const userId = await deletePasswordReset(trx, hashToken(token))
    if (userId === undefined) throw new Refusal(400, authText.resetExpired)
    await lockAccount(trx, userId)
    const account = await findAccount(trx, userId)
    if (!isEmailTrusted(account, config)) await deleteSecondFactor(trx, userId)
    await updatePassword(trx, userId, password_hash)
    await updateEmailConfirmed(trx, userId)
    await endPending({ trx, jobs }, account)
    await deleteSessionsOf(trx, userId)
    await deleteAccessTokensOf(trx, userId)
    await deleteKnownDevicesOf(trx, userId)
    await announce(trx, { userIds: [userId] })
    return userId
  })
}
