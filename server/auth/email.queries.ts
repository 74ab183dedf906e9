import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'

/** Replaces a link mailed before. */
export async function upsertEmailChange(
  db: Database,
  { user_id, ...change }: { user_id: number; email: string; token_sha256: Buffer; expires_at: Date },
): Promise<void> {
  await db
    .insertInto('email_changes')
    .values({ user_id, ...change })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute()
}

/** Finds the address change of a valid link. */
export function findEmailChange(
  db: Database,
  token_sha256: Buffer,
): Promise<{ user_id: number; email: string } | undefined> {
  return db
    .selectFrom('email_changes')
    .select(['user_id', 'email'])
    .where('token_sha256', '=', token_sha256)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Changes the address to one that was just confirmed. */
export async function updateEmail(db: Database, id: number, email: string): Promise<void> {
  await db.updateTable('users').set({ email, email_confirmed: true }).where('id', '=', id).execute()
}

export async function updateEmailConfirmed(db: Database, id: number): Promise<void> {
  await db.updateTable('users').set({ email_confirmed: true }).where('id', '=', id).execute()
}
