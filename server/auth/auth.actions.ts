import { createHash, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { Database } from '#server/database/connect.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { sessionLifetime, type Viewer } from '#server/platform/viewer.ts'
import {
  type Account, deleteSession, findAccount, findAccountByEmail, findSession, insertAccount, insertSession, updateSessionExpiry,
} from './auth.queries.ts'
import { refusePassword, takenField } from './auth.rules.ts'
import { authText } from './auth.text.ts'

/** argon2id with OWASP's first choice of 2024: 19 MiB, 2 passes, 1 lane. The library's default algorithm is argon2id. */
const argon2 = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
/** A session's expiry is moved on at most once in this many seconds, so that reading does not write. */
const slidingStep = 24 * 60 * 60

export const hashPassword = (password: string): Promise<string> => hash(password, argon2)

/** What a password is checked against when the address is unknown, so that both take the same time. */
const nobodysHash = hashPassword(randomBytes(16).toString('hex'))

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** @returns the new session's token, 256 random bits; only its SHA-256 is stored. */
export async function startSession(db: Database, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await insertSession(db, hashToken(token), userId, sessionLifetime)
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
  return { id: session.user_id }
}

/** Throws a Refusal 400 (common password) or 409 (username or email taken). */
export async function register(db: Database, { username, email, password }: { username: string; email: string; password: string }): Promise<Account> {
  const refused = refusePassword(password)
  if (refused) throw new Refusal(400, refused)
  const password_hash = await hashPassword(password)
  try {
    return await findAccount(db, await insertAccount(db, { username, email, password_hash }))
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
