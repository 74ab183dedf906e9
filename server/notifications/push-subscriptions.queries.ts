import type { Database } from '#server/database/connect.ts'
import type { Locked } from '#server/database/locked.ts'
import { statement } from '#server/database/statement.ts'

/** A browser's address for push notifications, and the keys to encrypt them with. */
export type PushSubscription = { endpoint: string; p256dh: string; auth: string }

/** A session `s` that has not expired: an expired one may wait up to an hour for its deletion. */
const activeSessionSql = 's.expires_at > now()'

const findSubscriptionOf = statement<{ endpoint: string | null }, [sessionId: number]>(
  'SELECT endpoint FROM push_subscriptions WHERE session_id = $1',
)

/**
 * Finds the endpoint that a session has registered: null if its owner has switched the device off, undefined if it has
 * none.
 */
export async function findEndpoint(db: Database, sessionId: number): Promise<string | null | undefined> {
  return (await findSubscriptionOf.first(db, sessionId))?.endpoint
}

const deleteOtherEndpoint = statement<never, [sessionId: number, endpoint: string]>(
  'DELETE FROM push_subscriptions WHERE session_id = $1 AND endpoint IS DISTINCT FROM $2',
)

const upsert = statement<
  { session_id: number },
  { sessionId: number; userId: number; endpoint: string; p256dh: string; auth: string }
>(
  `
  INSERT INTO push_subscriptions (session_id, endpoint, p256dh, auth)
  SELECT s.id, $3, $4, $5 FROM sessions s WHERE s.id = $1 AND s.user_id = $2 AND ${activeSessionSql} FOR KEY SHARE
  ON CONFLICT (endpoint) DO UPDATE SET session_id = excluded.session_id, p256dh = excluded.p256dh,
    auth = excluded.auth, created_at = excluded.created_at, failures = 0, paused_until = NULL
  RETURNING session_id`,
  ['sessionId', 'userId', 'endpoint', 'p256dh', 'auth'],
)

type NewSubscription = PushSubscription & { sessionId: number }

/**
 * Stores the subscription of a session in place of an earlier one. A browser belongs to the session that subscribed
 * last with it. The lock keeps two subscriptions of the same account apart. @returns whether the session still exists.
 */
export async function upsertSubscription(
  db: Database,
  { id: userId }: Locked<{ id: number }>,
  subscription: NewSubscription,
): Promise<boolean> {
  await deleteOtherEndpoint(db, subscription.sessionId, subscription.endpoint)
  return (await upsert.first(db, { ...subscription, userId })) !== undefined
}

/** Every message is sent to each of them. More devices than anybody uses at a time. */
const maxSubscriptionsPerAccount = 10

const switchOffOldest = statement<never, [userId: number]>(`
  UPDATE push_subscriptions SET endpoint = NULL, p256dh = NULL, auth = NULL WHERE session_id IN (
    SELECT p.session_id FROM push_subscriptions p JOIN sessions s ON s.id = p.session_id
    WHERE s.user_id = $1 AND p.endpoint IS NOT NULL AND ${activeSessionSql}
    ORDER BY p.created_at DESC, p.session_id DESC OFFSET ${maxSubscriptionsPerAccount})`)

/** Switches the oldest devices of an account off that are too many. */
export async function limitSubscriptions(db: Database, { id }: Locked<{ id: number }>): Promise<void> {
  await switchOffOldest(db, id)
}

const switchOffSession = statement<{ session_id: number }, [userId: number, sessionId: number]>(`
  UPDATE push_subscriptions p SET endpoint = NULL, p256dh = NULL, auth = NULL
  FROM sessions s WHERE s.id = p.session_id AND s.user_id = $1 AND s.id = $2 AND p.endpoint IS NOT NULL
  RETURNING p.session_id`)

/** Switches one device of a user off; the app there does not register it again by itself. @returns whether it was on. */
export async function switchOff(db: Database, userId: number, sessionId: number): Promise<boolean> {
  return (await switchOffSession.first(db, userId, sessionId)) !== undefined
}

const deleteOwn = statement<never, [endpoint: string, userId: number]>(`
  DELETE FROM push_subscriptions p USING sessions s
  WHERE s.id = p.session_id AND p.endpoint = $1 AND s.user_id = $2`)

/** Deletes the subscription of a browser that has unsubscribed, if it is the user's. */
export async function deleteOwnSubscription(db: Database, endpoint: string, userId: number): Promise<void> {
  await deleteOwn(db, endpoint, userId)
}

export const deleteSubscription = statement<never, [endpoint: string]>(
  'DELETE FROM push_subscriptions WHERE endpoint = $1',
)

export type SubscribedSession = { user_id: number; session_id: number }

/** Returns the sessions of these users that are subscribed. */
export const findSubscribedSessions = statement<SubscribedSession, [userIds: number[]]>(`
  SELECT s.user_id, s.id AS session_id FROM sessions s JOIN push_subscriptions p ON p.session_id = s.id
  WHERE s.user_id = ANY($1::bigint[]) AND p.endpoint IS NOT NULL AND ${activeSessionSql}`)

/** Returns the subscription of a user's session; undefined if the session has ended or its address is paused. */
export const findSubscription = statement<PushSubscription, [userId: number, sessionId: number]>(`
  SELECT p.endpoint, p.p256dh, p.auth FROM sessions s JOIN push_subscriptions p ON p.session_id = s.id
  WHERE s.user_id = $1 AND s.id = $2 AND ${activeSessionSql} AND p.endpoint IS NOT NULL
    AND (p.paused_until IS NULL OR p.paused_until <= now())`).first

export type PushDeviceRow = { session_id: number; device: string | null; created_at: Date }

/** Returns the subscribed devices of a user, the newest first. There are at most `maxSubscriptionsPerAccount`. */
export const findPushDevices = statement<PushDeviceRow, [userId: number]>(`
  SELECT s.id AS session_id, s.device, p.created_at
  FROM sessions s JOIN push_subscriptions p ON p.session_id = s.id
  WHERE s.user_id = $1 AND p.endpoint IS NOT NULL AND ${activeSessionSql}
  ORDER BY p.created_at DESC, s.id DESC`)

/** Each failure may hold a worker up for ten seconds. */
const failuresBeforePause = 3
/** After about eight hours of failures. An app that is opened again registers its browser again. */
const failuresBeforeDeletion = 16
const maxPauseMinutes = 60

const countFailure = statement<{ failures: number }, [endpoint: string]>(`
  UPDATE push_subscriptions SET failures = failures + 1, paused_until = CASE
      WHEN failures + 1 >= ${failuresBeforePause}
      THEN now() + least(${maxPauseMinutes}, 2 ^ (failures + 1 - ${failuresBeforePause})) * interval '1 minute'
    END
  WHERE endpoint = $1 RETURNING failures`)

/**
 * Counts a failed attempt. An address that keeps failing is paused, 1 to 60 minutes, and at last deleted: somebody may
 * have registered it only to hold the workers up.
 */
export async function recordFailure(db: Database, endpoint: string): Promise<void> {
  const counted = await countFailure.first(db, endpoint)
  if (counted && counted.failures >= failuresBeforeDeletion) await deleteSubscription(db, endpoint)
}

export const recordSuccess = statement<never, [endpoint: string]>(
  'UPDATE push_subscriptions SET failures = 0, paused_until = NULL WHERE endpoint = $1 AND failures > 0',
)
