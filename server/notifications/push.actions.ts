import type { AppContext } from '#server/app-context.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { JobPayloads } from '#server/platform/job-payloads.ts'
import { platformText } from '#server/platform/platform.text.ts'
import type { PushMessage } from '#server/platform/push.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { lockUsers } from '#server/users/users.queries.ts'
import { findNotification } from './notifications.queries.ts'
import { pushMessage } from './notifications.rules.ts'
import { notificationsText } from './notifications.text.ts'
import { viewNotification } from './notifications.views.ts'
import {
  deleteSubscription,
  findEndpoint,
  findSubscription,
  limitSubscriptions,
  type PushSubscription,
  recordFailure,
  recordSuccess,
  switchOff,
  upsertSubscription,
} from './push-subscriptions.queries.ts'

type PushContext = Pick<AppContext, 'db' | 'push'>

type Recipient = Pick<JobPayloads['push'], 'user' | 'session'>

/**
 * Sends a push notification to the browser of a session, if the session still exists and the notification is still
 * current. Throws if it failed and may be retried.
 */
export async function sendPush(
  { db, push }: PushContext,
  { user, session }: Recipient,
  findMessage: () => Promise<PushMessage | undefined>,
): Promise<void> {
  const message = await findMessage()
  // Read last: what waited in the queue reaches nobody who has been signed out meanwhile.
  const subscription = message && (await findSubscription(db, user, session))
  if (!subscription) return
  try {
    const exists = await push.send(subscription, message)
    await (exists ? recordSuccess : deleteSubscription)(db, subscription.endpoint)
  } catch (error) {
    await recordFailure(db, subscription.endpoint)
    throw error
  }
}

/** Handles a push job: sends a notification, unless it was read or undone meanwhile. */
export function pushNotification(context: PushContext, job: JobPayloads['push']): Promise<void> {
  return sendPush(context, job, async () => {
    const row = await findNotification(context.db, { viewerId: job.user, id: job.notification })
    return row && !row.is_read ? pushMessage(viewNotification(row)) : undefined
  })
}

/**
 * Subscribes the browser of a session. The oldest device of the account is switched off for one too many. Throws a
 * Refusal 400 if the endpoint is not allowed, or 401 if the session has just ended.
 */
export function subscribePush(
  { db, push }: PushContext,
  viewer: Viewer,
  subscription: PushSubscription,
): Promise<void> {
  if (!push.isAllowed(subscription.endpoint)) throw new Refusal(400, notificationsText.badEndpoint)
  return inTransaction(db, (trx) => subscribe(trx, viewer, subscription))
}

async function subscribe(trx: Database, { id, sessionId }: Viewer, subscription: PushSubscription): Promise<void> {
  const [account] = await lockUsers(trx, [id])
  if (!account || !(await upsertSubscription(trx, account, { ...subscription, sessionId })))
    throw new Refusal(401, platformText.notSignedIn)
  await limitSubscriptions(trx, account)
}

/**
 * Subscribes a browser again that is subscribed already, if the server has lost it. @returns false if the owner has
 * switched the device off from another one. Throws as `subscribePush`.
 */
export function renewPush({ db, push }: PushContext, viewer: Viewer, subscription: PushSubscription): Promise<boolean> {
  if (!push.isAllowed(subscription.endpoint)) throw new Refusal(400, notificationsText.badEndpoint)
  return inTransaction(db, async (trx) => {
    const known = await findEndpoint(trx, viewer.sessionId)
    if (known === null) return false
    if (known !== subscription.endpoint) await subscribe(trx, viewer, subscription)
    return true
  })
}

/** Switches push notifications off on one of the user's devices. Throws a Refusal 404 if they are not on there. */
export async function stopPushOnDevice(db: Database, userId: number, sessionId: number): Promise<void> {
  if (!(await switchOff(db, userId, sessionId))) throw notFound()
}
