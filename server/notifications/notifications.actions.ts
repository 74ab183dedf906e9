import { notifyRadius } from '#contract/limits.ts'
import type { Database } from '#server/database/connect.ts'
import { cellsTouched } from '#server/platform/geography.ts'
import type { JobPayloads } from '#server/platform/job-payloads.ts'
import type { JobQueue } from '#server/platform/jobs.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { LiveEvent } from '#server/platform/live/stream.ts'
import { findPostPlace } from '#server/posts/posts.queries.ts'
import { coarseResolution } from '#server/settings/settings.rules.ts'
import {
  deleteExpiredCells,
  fanOutBatchSize,
  type FanOutResult,
  type InsertedNotification,
  notifyEventFollowers,
  notifyPlaceFollowers,
  notifyUsersNearby,
  upsertNotifications,
} from './notification-inserts.queries.ts'
import { countUnread, deleteExpiredNotifications, findNewNotifications, markRead } from './notifications.queries.ts'
import { viewNotification } from './notifications.views.ts'
import { findSubscribedSessions } from './push-subscriptions.queries.ts'

const distinct = <Value>(values: Value[]) => [...new Set(values)]

/** `trx`: the transaction that completes the job. */
type JobContext = { trx: Database; jobs: JobQueue }

/** Queues a push notification for each subscribed session, and updates the recipients' open pages. */
async function deliverNotifications({ trx, jobs }: JobContext, inserted: InsertedNotification[]): Promise<void> {
  const pushed = inserted.filter(({ should_push }) => should_push)
  if (pushed.length > 0) {
    const sessions = await findSubscribedSessions(trx, distinct(pushed.map(({ user_id }) => user_id)))
    const sessionsByUser = Map.groupBy(sessions, ({ user_id }) => user_id)
    const pushJobs = pushed.flatMap(({ id, user_id }) =>
      (sessionsByUser.get(user_id) ?? []).map(({ session_id }) => ({
        user: user_id,
        session: session_id,
        notification: id,
      })),
    )
    if (pushJobs.length > 0) await jobs.add(trx, 'push', ...pushJobs)
  }
  await announce(trx, { userIds: distinct(inserted.map(({ user_id }) => user_id)) })
}

/**
 * Handles activity jobs: notifies recipients, unless they are the actors, and updates posts on open pages.
 */
export async function processActivity({ trx, jobs }: JobContext, activities: JobPayloads['activity'][]): Promise<void> {
  const inserts = activities.flatMap(({ notify }) =>
    notify && notify.recipientId !== notify.actorId
      ? [{ recipientId: notify.recipientId, actorId: notify.actorId, ...notify.trigger }]
      : [],
  )
  if (inserts.length > 0) await deliverNotifications({ trx, jobs }, await upsertNotifications(trx, inserts))
  await announce(trx, { postIds: distinct(activities.flatMap(({ post }) => (post === undefined ? [] : [post]))) })
}

/**
 * Notifies the next batch of a post's audience, first followers of the place, then people
 * nearby, and adds a job for the rest in the same transaction.
 */
async function fanOutPost(
  { trx, jobs }: JobContext,
  { post, audience, after }: Exclude<JobPayloads['fanOut'], { event: number }>,
): Promise<void> {
  const result =
    audience === 'followers'
      ? await notifyPlaceFollowers.first(trx, post, after)
      : await notifyNextNearby(trx, post, after)
  if (!result) return
  await deliverNotifications({ trx, jobs }, result.inserted ?? [])
  if (result.audience_count === fanOutBatchSize && result.last_audience_id !== null)
    await jobs.add(trx, 'fanOut', { post, audience, after: result.last_audience_id })
  else if (audience === 'followers') await jobs.add(trx, 'fanOut', { post, audience: 'nearby', after: 0 })
}

/** Likewise for an event, whose audience are the followers of its place. */
async function fanOutEvent(
  { trx, jobs }: JobContext,
  { event, after }: Extract<JobPayloads['fanOut'], { event: number }>,
): Promise<void> {
  const result = await notifyEventFollowers.first(trx, event, after)
  if (!result) return
  await deliverNotifications({ trx, jobs }, result.inserted ?? [])
  if (result.audience_count === fanOutBatchSize && result.last_audience_id !== null)
    await jobs.add(trx, 'fanOut', { event, after: result.last_audience_id })
}

/** Handles a fan-out job. */
export const fanOut = (context: JobContext, job: JobPayloads['fanOut']): Promise<void> =>
  'event' in job ? fanOutEvent(context, job) : fanOutPost(context, job)

async function notifyNextNearby(trx: Database, postId: number, after: number): Promise<FanOutResult | undefined> {
  const place = await findPostPlace(trx, postId)
  if (!place) return undefined
  const cells = cellsTouched(place, notifyRadius.largest, coarseResolution)
  return notifyUsersNearby.first(trx, {
    postId,
    after,
    cells: cells.map(({ cell }) => cell),
    metres: cells.map(({ metres }) => metres),
  })
}

/** Marks notifications as read up to a position, and updates the user's other pages. @returns the unread count. */
export async function markNotificationsRead(db: Database, userId: number, upTo: number): Promise<number> {
  await markRead(db, userId, upTo)
  await announce(db, { userIds: [userId] })
  return countUnread(db, userId)
}

/** Notifications per event of a page that reconnects; it finds the rest in the list. */
const maxNewNotifications = 50

/** Returns the live events for an open page: new notifications, oldest first, and the unread count. */
export async function findNewEvents(db: Database, userId: number, after: number): Promise<LiveEvent[]> {
  const rows = await findNewNotifications(db, { viewerId: userId, after, limit: maxNewNotifications })
  const unread_count = await countUnread(db, userId)
  return [
    ...rows
      .toReversed()
      .map((row) => ({ event: 'notification', id: row.position, data: viewNotification(row) }) as const),
    { event: 'unread', data: { unread_count } },
  ]
}

/** Deletes expired notifications and cells. */
export async function purgeExpired(db: Database): Promise<void> {
  await deleteExpiredCells(db)
  await deleteExpiredNotifications(db)
}
