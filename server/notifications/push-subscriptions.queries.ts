import type { Database } from '#server/database/connect.ts'

/** A browser's address for push notifications, and the keys to encrypt them with. */
export type PushSubscription = { endpoint: string; p256dh: string; auth: string }

/** Stores a subscription. A browser belongs to the user who subscribed last with it. */
export async function upsertSubscription(
  db: Database,
  userId: number,
  { endpoint, p256dh, auth }: PushSubscription,
): Promise<void> {
  await db
    .insertInto('push_subscriptions')
    .values({ endpoint, user_id: userId, p256dh, auth })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ user_id: userId, p256dh, auth }))
    .execute()
}

/** @param userId the owner; undefined deletes anybody's subscription, because the browser is gone. */
export async function deleteSubscription(db: Database, endpoint: string, userId?: number): Promise<void> {
  const deletion = db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint)
  await (userId === undefined ? deletion : deletion.where('user_id', '=', userId)).execute()
}

const maxSubscriptionsPerUser = 20

/** Returns the newest subscriptions of a user. */
export function findSubscriptions(db: Database, userId: number): Promise<PushSubscription[]> {
  return db
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(maxSubscriptionsPerUser)
    .execute()
}

/** Returns those of the users who have a subscription. */
export async function findSubscribedUserIds(db: Database, userIds: number[]): Promise<Set<number>> {
  if (userIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('push_subscriptions')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', userIds)
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}
