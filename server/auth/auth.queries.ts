import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'
import type { Locked } from '#server/database/locked.ts'
import { statement } from '#server/database/statement.ts'
import { deletePictures } from '#server/media/media.queries.ts'

const account = [
  'users.id',
  'username',
  'email',
  'password_hash',
  'email_confirmed',
  'bio',
  'onboarding_completed',
  'media.name as picture',
] as const
export type Account = {
  id: number
  username: string
  email: string
  password_hash: string
  email_confirmed: boolean
  bio: string
  onboarding_completed: boolean
  picture: string | null
}

const accounts = (db: Database) => db.selectFrom('users').leftJoin('media', 'media.id', 'picture_id').select(account)

/**
 * Finds an account by its lower-cased address. JavaScript lower-cases it, as for counting attempts: PostgreSQL maps
 * more letters to one, and each spelling would have a counter of its own (decision 21).
 */
export function findAccountByEmail(db: Database, email: string): Promise<Account | undefined> {
  return accounts(db)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
}

export function findAccount(db: Database, id: number): Promise<Account> {
  return accounts(db).where('users.id', '=', id).executeTakeFirstOrThrow()
}

export async function accountExists(db: Database, id: number): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

export async function usernameExists(db: Database, username: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(username)`, '=', sql`lower(${username})`)
    .executeTakeFirst()
  return row !== undefined
}

export async function emailExists(db: Database, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertAccount(
  db: Database,
  row: { username: string; email: string; password_hash: string },
): Promise<number> {
  const { id } = await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Replaces a link mailed before. */
export async function upsertPasswordReset(
  db: Database,
  { user_id, ...reset }: { user_id: number; token_sha256: Buffer; expires_at: Date },
): Promise<void> {
  await db
    .insertInto('password_resets')
    .values({ user_id, ...reset })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(reset))
    .execute()
}

/** Consumes a link. @returns the user's id if the link was valid. */
export async function deletePasswordReset(db: Database, token_sha256: Buffer): Promise<number | undefined> {
  const used = await db
    .deleteFrom('password_resets')
    .where('token_sha256', '=', token_sha256)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst()
  return used?.user_id
}

/** Deletes links to a new password, and tickets, that were issued for the previous password or address. */
export async function deletePendingSignIns(db: Database, user_id: number): Promise<void> {
  for (const table of ['password_resets', 'passkey_tickets'] as const)
    await db.deleteFrom(table).where('user_id', '=', user_id).execute()
}

/** Deletes all links and tickets that were issued for the previous password. */
export async function deletePending(db: Database, user_id: number): Promise<void> {
  await deletePendingSignIns(db, user_id)
  await db.deleteFrom('email_changes').where('user_id', '=', user_id).execute()
}

export async function updatePassword(db: Database, id: number, password_hash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
}

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

/** Locks the rows that an account's deletion touches, in the order of all other writers (decision 22). */
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

/**
 * Deletes an account with everything that references it.
 * @returns the names of its pictures, those of its posts, stories and uploads, and all in its conversations.
 */
export async function deleteAccount(db: Database, { id }: Locked<{ id: number }>): Promise<string[]> {
  // Includes conversations that began before the account was locked.
  await lockConversations(db, id)
  const media = await db
    .selectFrom('users')
    .select('picture_id as media')
    .where('id', '=', id)
    .unionAll(db.selectFrom('posts').select('media_id as media').where('author_id', '=', id))
    .unionAll(
      db
        .selectFrom('post_pictures')
        .innerJoin('posts', 'posts.id', 'post_id')
        .select('post_pictures.media_id as media')
        .where('author_id', '=', id),
    )
    .unionAll(db.selectFrom('picture_uploads').select('media_id as media').where('user_id', '=', id))
    .unionAll(db.selectFrom('stories').select('media_id as media').where('author_id', '=', id))
    .unionAll(
      db
        .selectFrom('conversation_members as me')
        .innerJoin('messages', 'messages.conversation_id', 'me.conversation_id')
        .select('media_id as media')
        .where('me.user_id', '=', id),
    )
    .execute()
  await db.deleteFrom('users').where('id', '=', id).execute()
  const ids = media.flatMap((row) => row.media ?? [])
  return deletePictures(db, ids)
}

/**
 * Inserts a session if the account still has this password and is not suspended. Waits for a concurrent change of
 * either, and for another sign-in: sessions are counted afterwards.
 * @returns whether it was inserted.
 */
export async function insertSession(
  db: Database,
  { id, password_hash }: Pick<Account, 'id' | 'password_hash'>,
  session: { token_sha256: Buffer; device: string | null; expires_at: Date },
): Promise<boolean> {
  const { token_sha256, device, expires_at } = session
  const inserted = await db
    .insertInto('sessions')
    .columns(['user_id', 'token_sha256', 'device', 'expires_at'])
    .expression((from) =>
      from
        .selectFrom('users')
        .select([
          'id',
          sql<Buffer>`${token_sha256}::bytea`.as('token_sha256'),
          sql<string | null>`${device}::text`.as('device'),
          sql<Date>`${expires_at}::timestamptz`.as('expires_at'),
        ])
        .where('id', '=', id)
        .where('password_hash', '=', password_hash)
        .where('suspended_at', 'is', null)
        .forNoKeyUpdate(),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

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

export async function updateSessionExpiry(db: Database, token_sha256: Buffer, expires_at: Date): Promise<void> {
  await db.updateTable('sessions').set({ expires_at }).where('token_sha256', '=', token_sha256).execute()
}

/** @returns the user's id. */
export async function deleteSession(db: Database, token_sha256: Buffer): Promise<number | undefined> {
  const ended = await db
    .deleteFrom('sessions')
    .where('token_sha256', '=', token_sha256)
    .returning('user_id')
    .executeTakeFirst()
  return ended?.user_id
}

/** Deletes expired sessions, access tokens, mailed links, tickets and known devices. */
export async function deleteExpired(db: Database): Promise<void> {
  for (const table of [
    'password_resets',
    'export_links',
    'email_changes',
    'passkey_tickets',
    'known_devices',
    'sessions',
    'access_tokens',
  ] as const) {
    await db
      .deleteFrom(table)
      .where('expires_at', '<=', sql<Date>`now()`)
      .execute()
  }
}
