import type { AppContext } from '#server/app-context.ts'
import type { JobPayloads } from '#server/platform/job-payloads.ts'
import type { PushMessage } from '#server/platform/push.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findNotification } from './notifications.queries.ts'
import { pushMessage } from './notifications.rules.ts'
import { notificationsText } from './notifications.text.ts'
import { viewNotification } from './notifications.views.ts'
import {
  deleteSubscription,
  findSubscriptions,
  type PushSubscription,
  upsertSubscription,
} from './push-subscriptions.queries.ts'

type PushContext = Pick<AppContext, 'db' | 'push'>

/** Sends a push notification to all browsers of a user. Throws if one failed and may be retried. */
export async function sendPush({ db, push }: PushContext, userId: number, message: PushMessage): Promise<void> {
  const sending = (await findSubscriptions(db, userId)).map(async (subscription) => {
    const exists = await push.send(subscription, message)
    if (!exists) await deleteSubscription(db, subscription.endpoint)
  })
  const failed = (await Promise.allSettled(sending)).find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
}

/** Handles a push job: sends a notification, unless it was read or undone meanwhile. */
export async function pushNotification(
  context: PushContext,
  { user, notification }: JobPayloads['push'],
): Promise<void> {
  const row = await findNotification(context.db, { viewerId: user, id: notification })
  if (row && !row.is_read) await sendPush(context, user, pushMessage(viewNotification(row)))
}

/** Subscribes a browser. Throws a Refusal 400 if its endpoint is not allowed. */
export async function subscribePush(
  { db, push }: PushContext,
  userId: number,
  subscription: PushSubscription,
): Promise<void> {
  if (!push.isAllowed(subscription.endpoint)) throw new Refusal(400, notificationsText.badEndpoint)
  await upsertSubscription(db, userId, subscription)
}
