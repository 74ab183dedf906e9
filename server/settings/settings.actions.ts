import type { Database } from '#server/database/connect.ts'
import { inTransaction, RetryTransaction } from '#server/database/transaction.ts'
import type { JobQueue } from '#server/platform/jobs.ts'
import { acceptPending, findPendingFollowerIds, lockUsers, updatePrivacy } from '#server/users/users.queries.ts'
import { deleteCell, type SettingsChange, upsertSettings } from './settings.queries.ts'

/** Changes everything at once. A public account has nobody waiting: who asked before follows now. */
export function changeSettings(
  db: Database,
  jobs: JobQueue,
  userId: number,
  isPrivate: boolean,
  settings: SettingsChange,
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const waiting = isPrivate ? [] : await findPendingFollowerIds(trx, userId)
    await lockUsers(trx, [userId, ...waiting])
    // Who asks from now on waits for this transaction, and finds a public account; who has asked meanwhile is to be held as well.
    if (!isPrivate && (await findPendingFollowerIds(trx, userId)).some((id) => !waiting.includes(id)))
      throw new RetryTransaction()
    await updatePrivacy(trx, userId, isPrivate)
    if (!isPrivate) await acceptPending(trx, userId)
    for (const recipientId of waiting)
      await jobs.add(trx, 'activity', { notify: { recipientId, trigger: { kind: 'follow_accepted', actor: userId } } })
    await upsertSettings(trx, userId, settings)
    if (!settings.notify_nearby_posts) await deleteCell(trx, userId)
  })
}
