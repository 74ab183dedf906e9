import type { Database } from '#server/database/connect.ts'
import type { Locked } from '#server/database/locked.ts'
import { statement } from '#server/database/statement.ts'
import { deletePictures } from '#server/media/media.queries.ts'
import { deleteFreeUsernames } from './usernames.queries.ts'

export type Account = {
  id: number
  username: string
  email: string
  password_hash: string
  email_confirmed: boolean
  display_name: string | null
  bio: string
  onboarding_completed: boolean
  picture: string | null
}

const accountsSql = `
  SELECT users.id, username, email, password_hash, email_confirmed, display_name, bio, onboarding_completed,
    media.name AS picture
  FROM users LEFT JOIN media ON media.id = picture_id`
const findByEmail = statement<Account, [email: string]>(`${accountsSql} WHERE lower(email) = $1`)

/**
 * Finds an account by its lower-cased address. JavaScript lower-cases it, as for counting attempts: PostgreSQL maps
 * more letters to one, and each spelling would have a counter of its own (decision 16).
 */
export const findAccountByEmail = (db: Database, email: string): Promise<Account | undefined> =>
  findByEmail.first(db, email.toLowerCase())

export const findAccount = statement<Account, [id: number]>(`${accountsSql} WHERE users.id = $1`).one

export const emailExists = statement<{ id: number }, [email: string]>(
  'SELECT id FROM users WHERE lower(email) = lower($1)',
).any

const insert = statement<{ id: number }, { username: string; email: string; password_hash: string }>(
  'INSERT INTO users (username, email, password_hash) VALUES ($1, $2, $3) RETURNING id',
  ['username', 'email', 'password_hash'],
)

export async function insertAccount(
  db: Database,
  row: { username: string; email: string; password_hash: string },
): Promise<number> {
  return (await insert.one(db, row)).id
}

/** Replaces a link mailed before. */
export const upsertPasswordReset = statement<never, { user_id: number; token_sha256: Buffer; expires_at: Date }>(
  `
  INSERT INTO password_resets (user_id, token_sha256, expires_at) VALUES ($1, $2, $3)
  ON CONFLICT (user_id) DO UPDATE SET token_sha256 = excluded.token_sha256, expires_at = excluded.expires_at`,
  ['user_id', 'token_sha256', 'expires_at'],
)

const deleteReset = statement<{ user_id: number }, [token_sha256: Buffer]>(
  'DELETE FROM password_resets WHERE token_sha256 = $1 AND expires_at > now() RETURNING user_id',
)

/** Consumes a link. @returns the user's id if the link was valid. */
export async function deletePasswordReset(db: Database, token_sha256: Buffer): Promise<number | undefined> {
  return (await deleteReset.first(db, token_sha256))?.user_id
}

const deleteOf = (table: string) => statement<never, [userId: number]>(`DELETE FROM ${table} WHERE user_id = $1`)
const deletePasswordResetsOf = deleteOf('password_resets')
const deleteTicketsOf = deleteOf('passkey_tickets')
const deleteEmailChangesOf = deleteOf('email_changes')

/** Deletes links to a new password, and tickets, that were issued for the previous password or address. */
export async function deletePendingSignIns(db: Database, user_id: number): Promise<void> {
  await deletePasswordResetsOf(db, user_id)
  await deleteTicketsOf(db, user_id)
}

/** Deletes all links and tickets that were issued for the previous password. */
export async function deletePending(db: Database, user_id: number): Promise<void> {
  await deletePendingSignIns(db, user_id)
  await deleteEmailChangesOf(db, user_id)
}

export const updatePassword = statement<never, [id: number, password_hash: string]>(
  'UPDATE users SET password_hash = $2 WHERE id = $1',
)

/** Locks an account, so that nothing can begin to reference it before the transaction ends. */
export const lockAccount = statement<Locked<{ id: number }>, [id: number]>(
  'SELECT id FROM users WHERE id = $1 FOR UPDATE',
).first

type LockStatement = (db: Database, userId: number) => Promise<{ id: number }[]>
const lockRows = (table: string, ids: string, strength: string): LockStatement =>
  statement<{ id: number }, [userId: number]>(
    `SELECT id FROM ${table} WHERE id = ANY(ARRAY(${ids})) ORDER BY id FOR ${strength}`,
  )

const lockConversations = lockRows(
  'conversations',
  'SELECT id FROM conversations WHERE low_id = $1 UNION SELECT id FROM conversations WHERE high_id = $1',
  'UPDATE',
)

/** Locks the rows that an account's deletion touches, in the order of all other writers (decision 23). */
const deletionLocks = [
  lockConversations,
  lockRows(
    'posts',
    `SELECT id FROM posts WHERE author_id = $1 UNION SELECT post_id FROM post_likes WHERE user_id = $1
    UNION SELECT post_id FROM comments WHERE author_id = $1
    UNION SELECT post_id FROM spotted_requests WHERE requester_id = $1`,
    'UPDATE',
  ),
  lockRows(
    'comments',
    'SELECT id FROM comments WHERE author_id = $1 UNION SELECT comment_id FROM comment_likes WHERE user_id = $1',
    'UPDATE',
  ),
  lockRows(
    'stories',
    'SELECT id FROM stories WHERE author_id = $1 UNION SELECT story_id FROM story_likes WHERE user_id = $1',
    'UPDATE',
  ),
  lockRows(
    'users',
    `SELECT $1::bigint UNION SELECT followee_id FROM follows WHERE follower_id = $1
    UNION SELECT follower_id FROM follows WHERE followee_id = $1
    UNION SELECT s.requester_id FROM spotted_requests s JOIN posts p ON p.id = s.post_id WHERE p.author_id = $1`,
    'NO KEY UPDATE',
  ),
  lockRows(
    'places',
    `SELECT place_id FROM place_follows WHERE user_id = $1
    UNION SELECT place_id FROM posts WHERE author_id = $1 AND spotted_count > 0
    UNION SELECT p.place_id FROM spotted_requests s JOIN posts p ON p.id = s.post_id WHERE s.requester_id = $1`,
    'NO KEY UPDATE',
  ),
]

/**
 * Locks everything that an account's deletion touches, without deadlocking with concurrent writers. Afterwards lock its
 * own row with `lockAccount`.
 */
export async function lockRowsOfAccount(db: Database, id: number): Promise<void> {
  for (const lock of deletionLocks) await lock(db, id)
}

const findMediaOf = statement<{ media: number | null }, [userId: number]>(`
  SELECT picture_id AS media FROM users WHERE id = $1
  UNION ALL SELECT media_id FROM posts WHERE author_id = $1
  UNION ALL SELECT pp.media_id FROM post_pictures pp JOIN posts p ON p.id = pp.post_id WHERE p.author_id = $1
  UNION ALL SELECT media_id FROM picture_uploads WHERE user_id = $1
  UNION ALL SELECT media_id FROM stories WHERE author_id = $1
  UNION ALL SELECT x.media_id FROM conversation_members me
    JOIN messages x ON x.conversation_id = me.conversation_id WHERE me.user_id = $1`)
const deleteUser = statement<never, [id: number]>('DELETE FROM users WHERE id = $1')

/**
 * Deletes an account with everything that references it.
 * @returns the names of its pictures, those of its posts, stories and uploads, and all in its conversations.
 */
export async function deleteAccount(db: Database, { id }: Locked<{ id: number }>): Promise<string[]> {
  // Includes conversations that began before the account was locked.
  await lockConversations(db, id)
  const media = await findMediaOf(db, id)
  await deleteUser(db, id)
  const ids = media.flatMap((row) => row.media ?? [])
  return deletePictures(db, ids)
}

const insertActiveSession = statement<
  { id: number },
  { id: number; password_hash: string; token_sha256: Buffer; device: string | null; expires_at: Date }
>(
  `
  INSERT INTO sessions (user_id, token_sha256, device, expires_at)
  SELECT id, $3, $4, $5 FROM users WHERE id = $1 AND password_hash = $2 AND suspended_at IS NULL FOR NO KEY UPDATE
  RETURNING id`,
  ['id', 'password_hash', 'token_sha256', 'device', 'expires_at'],
)

/**
 * Inserts a session if the account still has this password and is not suspended. Waits for a concurrent change of
 * either, and for another sign-in: sessions are counted afterwards.
 * @returns whether it was inserted.
 */
export const insertSession = (
  db: Database,
  { id, password_hash }: Pick<Account, 'id' | 'password_hash'>,
  session: { token_sha256: Buffer; device: string | null; expires_at: Date },
): Promise<boolean> => insertActiveSession.any(db, { id, password_hash, ...session })

export type SessionOfToken = { token_number: number; session_id: number; user_id: number; expires_at: Date }

/** `token_number` counts the tokens from 1. */
const findActiveSessions = statement<SessionOfToken, [tokens: string[]]>(`
  SELECT token.token_number, s.id AS session_id, s.user_id, s.expires_at
  FROM unnest($1::text[]) WITH ORDINALITY token (sha256, token_number)
    JOIN sessions s ON s.token_sha256 = decode(token.sha256, 'hex')
  WHERE s.expires_at > now()`)

/** Finds the sessions of token hashes, in their order; undefined for unknown or expired ones. */
export async function findSessionsOf(db: Database, tokens: Buffer[]): Promise<(SessionOfToken | undefined)[]> {
  const found = await findActiveSessions(
    db,
    tokens.map((token) => token.toString('hex')),
  )
  const byNumber = new Map(found.map((session) => [session.token_number, session]))
  return tokens.map((_, index) => byNumber.get(index + 1))
}

export const updateSessionExpiry = statement<never, [token_sha256: Buffer, expires_at: Date]>(
  'UPDATE sessions SET expires_at = $2 WHERE token_sha256 = $1',
)

const endSession = statement<{ user_id: number }, [token_sha256: Buffer]>(
  'DELETE FROM sessions WHERE token_sha256 = $1 RETURNING user_id',
)

/** @returns the user's id. */
export async function deleteSession(db: Database, token_sha256: Buffer): Promise<number | undefined> {
  return (await endSession.first(db, token_sha256))?.user_id
}

const expiryStatements = [
  'password_resets',
  'export_links',
  'email_changes',
  'passkey_tickets',
  'known_devices',
  'sessions',
  'access_tokens',
].map((table) => statement<never, []>(`DELETE FROM ${table} WHERE expires_at <= now()`))

/** Deletes expired sessions, access tokens, mailed links, tickets and known devices, and usernames that are free again. */
export async function deleteExpired(db: Database): Promise<void> {
  for (const deleteFrom of expiryStatements) await deleteFrom(db)
  await deleteFreeUsernames(db)
}
