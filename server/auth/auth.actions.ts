import { createHash, randomBytes } from 'node:crypto'
import { deleteCommentsOf } from '#server/comments/comments.queries.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { PictureStore } from '#server/media/media.rules.ts'
import { findSuspension } from '#server/moderation/moderation.queries.ts'
import { deletePlaceFollowsOf } from '#server/places/places.queries.ts'
import type { JobQueue } from '#server/platform/jobs.ts'
import { announce } from '#server/platform/live.ts'
import type { Mail } from '#server/platform/mail.ts'
import { hash, verify } from '#server/platform/passwords.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { sessionLifetime, type Viewer } from '#server/platform/viewer.ts'
import { deleteLikesOf } from '#server/posts/posts.queries.ts'
import { deleteSpottedOf } from '#server/spotted/spotted.queries.ts'
import { deleteStoryLikesOf } from '#server/stories/stories.queries.ts'
import { deleteFollowsOf } from '#server/users/users.queries.ts'
import {
  type Account, deleteAccount as deleteRow, deletePasswordReset, deleteSession, deleteSessionsOf, findAccount, findAccountByEmail, findSession, insertAccount, insertSession, lockLeavingAccount,
  updatePassword, updateSessionExpiry, upsertPasswordReset,
} from './auth.queries.ts'
import { refusePassword, takenField } from './auth.rules.ts'
import { authText } from './auth.text.ts'

/** argon2id with OWASP's first choice of 2024: 19 MiB, 2 passes, 1 lane. The library's default algorithm is argon2id. */
const argon2 = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
/** Seconds that a mailed link lives (design section 6). */
const resetLifetime = 60 * 60
/** A session's expiry is moved on at most once in this many seconds, so that reading does not write. */
const slidingStep = 24 * 60 * 60

export const hashPassword = (password: string): Promise<string> => hash(password, argon2)

/** What a password is checked against when the address is unknown, so that both take the same time. */
const nobodysHash = hashPassword(randomBytes(16).toString('hex'))

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** 256 random bits. */
export const newToken = () => randomBytes(32).toString('base64url')

/** Every way in ends here. @returns the new session's token; only its SHA-256 is stored. Throws a Refusal 403 (suspended). */
export async function startSession(db: Database, userId: number): Promise<string> {
  const token = newToken()
  if (!(await insertSession(db, hashToken(token), userId, sessionLifetime))) throw new Refusal(403, authText.suspended((await findSuspension(db, userId))?.note ?? ''))
  return token
}

/** Ends the session of a token; an unknown one is fine. */
export const endSession = (db: Database, token: string): Promise<void> => deleteSession(db, hashToken(token))

/** Whose session it is, moving its end to 30 days from now. */
export async function findViewer(db: Database, token: string): Promise<Viewer | null> {
  const key = hashToken(token)
  const session = await findSession(db, key)
  if (!session) return null
  const fresh = new Date(Date.now() + sessionLifetime * 1000)
  if (fresh.getTime() - session.expires_at.getTime() > slidingStep * 1000) await updateSessionExpiry(db, key, fresh)
  return { id: session.user_id, wantsNearby: session.notify_nearby_posts === true }
}

/** Throws a Refusal 400 (common password) or 409 (username or email taken). */
export async function register(db: Database, jobs: JobQueue, { username, email, password }: { username: string; email: string; password: string }): Promise<Account> {
  const refused = refusePassword(password)
  if (refused) throw new Refusal(400, refused)
  const password_hash = await hashPassword(password)
  try {
    return await inTransaction(db, async (trx) => {
      const id = await insertAccount(trx, { username, email, password_hash })
      await jobs.add(trx, 'happening', { tell: { to: id, of: { kind: 'welcome' } } })
      return findAccount(trx, id)
    })
  } catch (error) {
    const taken = takenField((error as { constraint?: unknown }).constraint)
    throw taken ? new Refusal(409, taken) : error
  }
}

/** Throws one and the same Refusal 401 for an unknown address and for a wrong password. */
export async function login(db: Database, { email, password }: { email: string; password: string }): Promise<Account> {
  const account = await findAccountByEmail(db, email)
  const matches = await verify(account?.password_hash ?? (await nobodysHash), password)
  if (!account || !matches) throw new Refusal(401, authText.wrongCredentials)
  return account
}

/** Mails a link to choose a new password to who has an account; for others nothing happens. It is made only now, so that it waits in no queue. Throws when the letter is not taken. */
export async function mailPasswordReset(db: Database, mail: Mail, publicUrl: URL, email: string): Promise<void> {
  const account = await findAccountByEmail(db, email)
  if (!account) return
  const token = newToken()
  await upsertPasswordReset(db, account.id, hashToken(token), resetLifetime)
  // Behind the #, where neither this server's log nor another's sees it.
  const url = new URL(`/reset-password#${token}`, publicUrl).href
  await mail.send({ to: account.email, subject: authText.resetSubject, text: authText.resetBody(account.username, url) })
}

/** Uses a mailed link up, and ends every session of the account. Throws a Refusal 400 (link, or common password). */
export async function resetPassword(db: Database, { token, password }: { token: string; password: string }): Promise<void> {
  const refused = refusePassword(password)
  if (refused) throw new Refusal(400, refused)
  const password_hash = await hashPassword(password)
  await inTransaction(db, async (trx) => {
    const userId = await deletePasswordReset(trx, hashToken(token))
    if (userId === undefined) throw new Refusal(400, authText.resetExpired)
    await updatePassword(trx, userId, password_hash)
    await deleteSessionsOf(trx, userId)
  })
}

/** Throws a Refusal 403 when it is not the account's. */
export async function checkPassword(db: Database, userId: number, password: string): Promise<Account> {
  const account = await findAccount(db, userId)
  if (!(await verify(account.password_hash, password))) throw new Refusal(403, authText.wrongPassword)
  return account
}

/** Deletes an account, all that hangs on it, and its pictures, and counts it out everywhere else. Throws a Refusal 403 (password). */
export async function deleteAccount({ db, pictures, jobs }: { db: Database; pictures: PictureStore; jobs: JobQueue }, userId: number, password: string): Promise<void> {
  const { email } = await checkPassword(db, userId, password)
  const names = await inTransaction(db, async (trx) => {
    await lockLeavingAccount(trx, userId)
    for (const deleteOf of [deleteLikesOf, deleteCommentsOf, deleteStoryLikesOf, deleteSpottedOf, deleteFollowsOf, deletePlaceFollowsOf]) await deleteOf(trx, userId)
    await announce(trx, { users: [userId] })
    await jobs.drop(trx, 'mail', { to: email })
    await jobs.drop(trx, 'passwordReset', { email })
    return deleteRow(trx, userId)
  })
  // After the commit: what a crash leaves here, the sweep takes.
  for (const name of names) await pictures.remove(name)
}
