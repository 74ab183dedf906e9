import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'

const find = statement<{ user_id: number }, [token_sha256: Buffer, email: string]>(`
  SELECT device.user_id FROM known_devices device JOIN users ON users.id = device.user_id
  WHERE device.token_sha256 = $1 AND device.expires_at > now() AND lower(users.email) = $2`)

/** Whether the account with this lower-cased address has this known device. */
export const knownDeviceExists = (db: Database, token_sha256: Buffer, email: string): Promise<boolean> =>
  find.any(db, token_sha256, email.toLowerCase())

export const insertKnownDevice = statement<never, { token_sha256: Buffer; user_id: number; expires_at: Date }>(
  'INSERT INTO known_devices (token_sha256, user_id, expires_at) VALUES ($1, $2, $3)',
  ['token_sha256', 'user_id', 'expires_at'],
)

export const deleteKnownDevice = statement<never, [userId: number, token_sha256: Buffer]>(
  'DELETE FROM known_devices WHERE user_id = $1 AND token_sha256 = $2',
)

export const deleteKnownDevicesOf = statement<never, [userId: number]>('DELETE FROM known_devices WHERE user_id = $1')

/** Deletes an account's devices except the one with this token. */
export const deleteOtherKnownDevices = statement<never, [userId: number, token_sha256: Buffer]>(
  'DELETE FROM known_devices WHERE user_id = $1 AND token_sha256 <> $2',
)

/** Deletes all but the `count` devices of an account that signed in last. */
export const deleteOldestKnownDevices = statement<never, [userId: number, count: number]>(`
  DELETE FROM known_devices WHERE token_sha256 IN (
    SELECT token_sha256 FROM known_devices WHERE user_id = $1 ORDER BY expires_at DESC OFFSET $2)`)
