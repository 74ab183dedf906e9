import type { AppContext } from '#server/app-context.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction, RetryTransaction } from '#server/database/transaction.ts'
import { acceptPending, findPendingFollowerIds, lockUsers, updatePrivacy } from '#server/users/users.queries.ts'
import { deleteCell, type SettingsChange, upsertSettings } from './settings.queries.ts'

/** Locks the user and their pending followers, which going public accepts. Throws RetryTransaction when one joins. */
async function lockPendingFollowers(trx: Database, userId: number): Promise<number[]> {
  const pending = await findPendingFollowerIds(trx, userId)
  await lockUsers(trx, [userId, ...pending])
  // A request inserted before the lock must be locked too; later ones wait and find a public account.
  const current = await findPendingFollowerIds(trx, userId)
  if (current.some((id) => !pending.includes(id))) throw new RetryTransaction()
  return pending
}

/** Changes all settings in one transaction. Going public accepts pending follow requests. */
export function changeSettings(
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  userId: number,
  { isPrivate, ...settings }: SettingsChange & { isPrivate: boolean },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    if (isPrivate) await lockUsers(trx, [userId])
    const accepted = isPrivate ? [] : await lockPendingFollowers(trx, userId)
    await updatePrivacy(trx, userId, isPrivate)
    if (!isPrivate) await acceptPending(trx, userId)
    for (const recipientId of accepted)
      await jobs.add(trx, 'activity', { notify: { recipientId, trigger: { kind: 'follow_accepted', actor: userId } } })
    await upsertSettings(trx, userId, settings)
    if (!settings.notify_nearby_posts) await deleteCell(trx, userId)
  })
}
