import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'

/** Whether the account with this lower-cased address has this known device. */
export async function knownDeviceExists(db: Database, token_sha256: Buffer, email: string): Promise<boolean> {
  const known = await db
    .selectFrom('known_devices as device')
    .innerJoin('users', 'users.id', 'device.user_id')
    .select('device.user_id')
    .where('device.token_sha256', '=', token_sha256)
    .where('device.expires_at', '>', sql<Date>`now()`)
    .where(sql`lower(users.email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  return known !== undefined
}

export async function insertKnownDevice(
  db: Database,
  device: { token_sha256: Buffer; user_id: number; expires_at: Date },
): Promise<void> {
  await db.insertInto('known_devices').values(device).execute()
}

export async function deleteKnownDevice(db: Database, user_id: number, token_sha256: Buffer): Promise<void> {
  await db.deleteFrom('known_devices').where('user_id', '=', user_id).where('token_sha256', '=', token_sha256).execute()
}

export async function deleteKnownDevicesOf(db: Database, user_id: number): Promise<void> {
  await db.deleteFrom('known_devices').where('user_id', '=', user_id).execute()
}

/** Deletes an account's devices except the one with this token. */
export async function deleteOtherKnownDevices(db: Database, user_id: number, token_sha256: Buffer): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('user_id', '=', user_id)
    .where('token_sha256', '<>', token_sha256)
    .execute()
}

/** Deletes all but the `count` devices of an account that signed in last. */
export async function deleteOldestKnownDevices(db: Database, user_id: number, count: number): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('token_sha256', 'in', (oldest) =>
      oldest
        .selectFrom('known_devices')
        .select('token_sha256')
        .where('user_id', '=', user_id)
        .orderBy('expires_at', 'desc')
        .offset(count),
    )
    .execute()
}
