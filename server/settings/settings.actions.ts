import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { acceptPending, findPendingFollowerIds, lockPeople, updatePrivacy } from '#server/users/users.queries.ts'
import { type SettingsRow, upsertSettings } from './settings.queries.ts'

/** Changes everything at once. A public account has nobody waiting: who asked before follows now. */
export function changeSettings(db: Database, userId: number, isPrivate: boolean, settings: SettingsRow): Promise<void> {
  return inTransaction(db, async (trx) => {
    const waiting = isPrivate ? [] : await findPendingFollowerIds(trx, userId)
    // Who asks from now on waits for this transaction, and finds a public account.
    await lockPeople(trx, [userId, ...waiting])
    await updatePrivacy(trx, userId, isPrivate)
    if (!isPrivate) await acceptPending(trx, userId)
    await upsertSettings(trx, userId, settings)
  })
}
