import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { deviceLifetimeSeconds } from '#server/platform/viewer.ts'
import { createToken, hashToken } from './auth.actions.ts'
import {
  deleteKnownDevice,
  deleteOldestKnownDevices,
  deleteOtherKnownDevices,
  insertKnownDevice,
  knownDeviceExists,
} from './known-devices.queries.ts'

/** The known devices of an account: as many as its sessions. */
const maxKnownDevices = 50

/**
 * Stores a browser that has just signed in, under a new token: one that was copied earlier becomes worthless.
 * @param oldToken the browser's token so far. @returns the new token.
 */
export function rememberDevice(db: Database, userId: number, oldToken = ''): Promise<string> {
  const token = createToken()
  const expires_at = new Date(Date.now() + deviceLifetimeSeconds * 1000)
  return inTransaction(db, async (trx) => {
    await deleteKnownDevice(trx, userId, hashToken(oldToken))
    await insertKnownDevice(trx, { token_sha256: hashToken(token), user_id: userId, expires_at })
    await deleteOldestKnownDevices(trx, userId, maxKnownDevices)
    return token
  })
}

/** Deletes all known devices of an account except the one with this token: a thief's must not stay known. */
export const forgetOtherDevices = (trx: Database, userId: number, token = ''): Promise<unknown> =>
  deleteOtherKnownDevices(trx, userId, hashToken(token))

/** Whether a browser has signed in before to the account with this address. */
export const isKnownDevice = (db: Database, token: string, email: string): Promise<boolean> =>
  knownDeviceExists(db, hashToken(token), email)
