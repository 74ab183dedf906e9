import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'

const account = ['users.id', 'username', 'email', 'password_hash', 'bio', 'onboarding_completed', 'media.name as picture'] as const
export type Account = {
  id: number
  username: string
  email: string
  password_hash: string
  bio: string
  onboarding_completed: boolean
  picture: string | null
}

const accounts = (db: Database) => db.selectFrom('users').leftJoin('media', 'media.id', 'picture_id').select(account)

export function findAccountByEmail(db: Database, email: string): Promise<Account | undefined> {
  return accounts(db).where(sql`lower(email)`, '=', sql`lower(${email})`).executeTakeFirst()
}

export function findAccount(db: Database, id: number): Promise<Account> {
  return accounts(db).where('users.id', '=', id).executeTakeFirstOrThrow()
}

export async function usernameExists(db: Database, username: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where(sql`lower(username)`, '=', sql`lower(${username})`).executeTakeFirst()
  return row !== undefined
}

export async function emailExists(db: Database, email: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where(sql`lower(email)`, '=', sql`lower(${email})`).executeTakeFirst()
  return row !== undefined
}

export async function insertAccount(db: Database, row: { username: string; email: string; password_hash: string }): Promise<number> {
  const { id } = await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** @param lifetime seconds. */
export async function insertSession(db: Database, token_sha256: Buffer, user_id: number, lifetime: number): Promise<void> {
  await db.insertInto('sessions').values({ token_sha256, user_id, expires_at: new Date(Date.now() + lifetime * 1000) }).execute()
}

export function findSession(db: Database, token_sha256: Buffer): Promise<{ user_id: number; expires_at: Date } | undefined> {
  return db.selectFrom('sessions').select(['user_id', 'expires_at'])
    .where('token_sha256', '=', token_sha256).where('expires_at', '>', sql<Date>`now()`).executeTakeFirst()
}

export async function updateSessionExpiry(db: Database, token_sha256: Buffer, expires_at: Date): Promise<void> {
  await db.updateTable('sessions').set({ expires_at }).where('token_sha256', '=', token_sha256).execute()
}

export async function deleteSession(db: Database, token_sha256: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_sha256', '=', token_sha256).execute()
}

export async function deleteExpiredSessions(db: Database): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', sql<Date>`now()`).execute()
}
