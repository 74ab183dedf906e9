import type { Parsed } from '#contract/calls.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction, RetryTransaction } from '#server/database/transaction.ts'
import type { JobQueue } from '#server/platform/jobs.ts'
import { recountPlaceFollows } from '#server/places/places.queries.ts'
import { notFound } from '#server/platform/refusal.ts'
import { acceptPending, findPendingFollowerIds, lockUsers, updatePrivacy } from '#server/users/users.queries.ts'
import { deleteCell, insertSettings, updateSettings } from './settings.queries.ts'
import { defaultSettings } from './settings.rules.ts'

/**
 * Locks the user and their pending followers, whom going public accepts. Throws RetryTransaction when one was added
 * meanwhile.
 */
async function lockPendingFollowers(trx: Database, userId: number) {
  const pending = await findPendingFollowerIds(trx, userId)
  const locked = await lockUsers(trx, [userId, ...pending])
  // A request inserted before the lock must be locked too; later ones wait and find a public account.
  const current = new Set(await findPendingFollowerIds(trx, userId))
  const lockedIds = new Set(locked.map(({ id }) => id))
  if ([...current].some((id) => !lockedIds.has(id))) throw new RetryTransaction()
  const user = locked.find(({ id }) => id === userId)
  if (!user) throw notFound()
  return { user, followers: locked.filter(({ id }) => current.has(id)) }
}

/** Makes an account public, and accepts its pending followers. */
async function makePublic(trx: Database, jobs: JobQueue, userId: number): Promise<void> {
  const { user, followers } = await lockPendingFollowers(trx, userId)
  await recountPlaceFollows(trx, user, () => updatePrivacy(trx, userId, false))
  await acceptPending(trx, user, followers)
  for (const { id: recipientId } of followers)
    await jobs.add(trx, 'activity', { notify: { recipientId, trigger: { kind: 'follow_accepted', actor: userId } } })
}

async function makePrivate(trx: Database, userId: number): Promise<void> {
  const [user] = await lockUsers(trx, [userId])
  if (!user) throw notFound()
  await recountPlaceFollows(trx, user, () => updatePrivacy(trx, userId, true))
}

/** Changes settings in one transaction; omitted ones stay. Going public accepts pending follow requests. */
export function changeSettings(
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  userId: number,
  { profile_visibility, ...settings }: Parsed<'updateUserSettings'>,
): Promise<void> {
  return inTransaction(db, async (trx) => {
    if (profile_visibility === 'private') await makePrivate(trx, userId)
    else await makePublic(trx, jobs, userId)
    await insertSettings(trx, { ...defaultSettings, userId })
    await updateSettings(trx, { ...settings, userId })
    if (settings.notify_nearby_posts === 0) await deleteCell(trx, userId)
  })
}
