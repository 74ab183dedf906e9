import type { Database } from '#server/database/connect.ts'
import type { JobPayloads } from '#server/platform/job-payloads.ts'
import type { JobQueue } from '#server/platform/jobs.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { LiveEvent } from '#server/platform/live/stream.ts'
import type { Push, PushMessage } from '#server/platform/push.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findPostPlace } from '#server/posts/posts.queries.ts'
import {
  countUnread,
  deleteExpiredCells,
  deleteExpiredNotifications,
  deleteSubscription,
  fanOutBatchSize,
  type FanOutResult,
  findNewNotifications,
  findNotification,
  findSubscribedUserIds,
  findSubscriptions,
  markRead,
  type Subscription,
  notifyUsersNearby,
  notifyPlaceFollowers,
  type InsertedNotification,
  upsertNotifications,
  upsertSubscription,
} from './notifications.queries.ts'
import { cellsNear, pushMessage } from './notifications.rules.ts'
import { notificationsText } from './notifications.text.ts'
import { viewNotification } from './notifications.views.ts'

/** Rings at the browsers of those for whom something is new, and moves the pages that they have open. */
async function deliverNotifications(trx: Database, jobs: JobQueue, told: InsertedNotification[]): Promise<void> {
  const ringing = told.filter(({ should_push }) => should_push)
  const subscribed = await findSubscribedUserIds(trx, [...new Set(ringing.map(({ user_id }) => user_id))])
  for (const { id, user_id } of ringing)
    if (subscribed.has(user_id)) await jobs.add(trx, 'push', { user: user_id, notification: id })
  await announce(trx, { userIds: [...new Set(told.map(({ user_id }) => user_id))] })
}

/** Tells whom it concerns what has happened, and lets the posts on open pages move. To be called in the transaction that completes the jobs. */
export async function processActivity(
  trx: Database,
  jobs: JobQueue,
  activities: JobPayloads['activity'][],
): Promise<void> {
  const tellings = activities.flatMap(({ notify }) =>
    notify && notify.recipientId !== notify.actorId
      ? [{ to: notify.recipientId, by: notify.actorId, ...notify.trigger }]
      : [],
  )
  if (tellings.length > 0) await deliverNotifications(trx, jobs, await upsertNotifications(trx, tellings))
  await announce(trx, { postIds: [...new Set(activities.flatMap(({ post }) => (post === undefined ? [] : [post])))] })
}

/** Tells the next few of a post's audience, first who follows the place, then who is near, and leaves the others to another job of the same transaction. */
export async function fanOutPost(
  trx: Database,
  jobs: JobQueue,
  { post, audience, after }: JobPayloads['fanOut'],
): Promise<void> {
  const [out] =
    audience === 'followers' ? await notifyPlaceFollowers(trx, post, after) : await tellNearby(trx, post, after)
  if (!out) return
  await deliverNotifications(trx, jobs, out.inserted ?? [])
  if (out.audience_count === fanOutBatchSize && out.last_audience_id !== null)
    await jobs.add(trx, 'fanOut', { post, audience, after: out.last_audience_id })
  else if (audience === 'followers') await jobs.add(trx, 'fanOut', { post, audience: 'nearby', after: 0 })
}

async function tellNearby(trx: Database, post: number, after: number): Promise<FanOutResult[]> {
  const place = await findPostPlace(trx, post)
  if (!place) return []
  const cells = cellsNear(place)
  return notifyUsersNearby(
    trx,
    post,
    after,
    cells.map(({ cell }) => cell),
    cells.map(({ metres }) => metres),
  )
}

/** Rings at all browsers of somebody. Throws when it may be tried again. */
export async function sendPush(db: Database, push: Push, userId: number, message: PushMessage): Promise<void> {
  const sending = (await findSubscriptions(db, userId)).map(async (address) => {
    if (!(await push.send(address, message))) await deleteSubscription(db, address.endpoint)
  })
  const failed = (await Promise.allSettled(sending)).find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
}

/** Sends a notification to the browsers of who it is for, unless it was read or taken back meanwhile. */
export async function pushNotification(
  db: Database,
  push: Push,
  { user, notification }: JobPayloads['push'],
): Promise<void> {
  const row = await findNotification(db, user, notification)
  if (row && !row.is_read) await sendPush(db, push, user, pushMessage(viewNotification(row)))
}

/** What one page has shown is no longer new on the others. */
export async function markNotificationsRead(db: Database, userId: number, upTo: number): Promise<number> {
  await markRead(db, userId, upTo)
  await announce(db, { userIds: [userId] })
  return countUnread(db, userId)
}

/** Throws a Refusal 400 when no message may be sent there. */
export async function subscribePush(
  db: Database,
  push: Push,
  userId: number,
  subscription: Subscription,
): Promise<void> {
  if (!push.isAllowed(subscription.endpoint)) throw new Refusal(400, notificationsText.badEndpoint)
  await upsertSubscription(db, userId, subscription)
}

/** The most that a page which connects again is told at once; the list has the rest. */
const newsLimit = 50

/** What a page that is open learns: what is new, oldest first, and how many are unread. */
export async function findNewEvents(db: Database, userId: number, after: number): Promise<LiveEvent[]> {
  const rows = await findNewNotifications(db, userId, after, newsLimit)
  const unread_count = await countUnread(db, userId)
  return [
    ...rows
      .toReversed()
      .map((row) => ({ event: 'notification', id: row.position, data: viewNotification(row) }) as const),
    { event: 'unread', data: { unread_count } },
  ]
}

/** Forgets what is kept for a time only. */
export async function purgeExpired(db: Database): Promise<void> {
  await deleteExpiredCells(db)
  await deleteExpiredNotifications(db)
}
