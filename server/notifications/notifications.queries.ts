import { actorsCountLimit, unreadCountLimit, type NotificationKind } from '#contract/notifications.ts'
import type { FollowStatus } from '#contract/listed-user.ts'
import type { ReportReason, TargetType } from '#contract/moderation.ts'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { authorJoinSql, visiblePostSql, visiblePostSqlFor } from '#server/posts/visibility.queries.ts'
import type { SettingsRow } from '#server/settings/settings.queries.ts'
import { defaultSettings } from '#server/settings/settings.rules.ts'
import { activeUserSql, notBlockedSql } from '#server/users/users.queries.ts'

/** Characters of a post or comment that are shown. */
const previewLength = 140

/** The ids of one day: they begin with the time (migration 0001). */
const onTheDay = (id: string) => `${id} >= first_id_at(n.day) AND ${id} < first_id_at(n.day + 1)`

/**
 * Who did what notification `n` tells, as rows (id, at): `at` is the id of what they did, newest first.
 * Of each kind only its own branch is read. @param limit how many are read, before blocks.
 */
const actorsOf = (limit: number) => {
  const branch = (kind: NotificationKind, columns: string, from: string, order: string) =>
    `(SELECT ${columns} FROM ${from} AND n.kind = '${kind}' ORDER BY ${order} DESC LIMIT ${limit})`
  return [
    branch('like', 'l.user_id AS id, l.id AS at', 'post_likes l WHERE l.post_id = n.post_id', 'l.id'),
    branch('comment', 'c.author_id, c.id', 'comments c WHERE c.post_id = n.post_id', 'c.id'),
    branch(
      'comment_like',
      'l.user_id, COALESCE(l.id, 0)',
      'comment_likes l WHERE l.comment_id = n.comment_id',
      'COALESCE(l.id, 0)',
    ),
    branch('story_like', 'l.user_id, l.id', 'story_likes l WHERE l.story_id = n.story_id', 'l.id'),
    branch(
      'follow',
      'f.follower_id, f.id',
      `follows f WHERE f.followee_id = n.user_id AND f.status = 'accepted' AND ${onTheDay('f.id')}`,
      'f.id',
    ),
    branch(
      'follow_request',
      'f.follower_id, f.id',
      'follows f WHERE f.followee_id = n.user_id AND f.follower_id = n.actor_id',
      'f.id',
    ),
    branch(
      'follow_accepted',
      'f.followee_id, f.id',
      `follows f WHERE f.follower_id = n.user_id AND f.followee_id = n.actor_id AND f.status = 'accepted'`,
      'f.id',
    ),
    branch('spotted_request', 's.requester_id, s.id', 'spotted_requests s WHERE s.post_id = n.post_id', 's.id'),
    branch(
      'spotted_confirmed',
      'p.author_id, s.id',
      `spotted_requests s JOIN posts p ON p.id = s.post_id WHERE s.post_id = n.post_id AND s.requester_id = n.user_id AND s.status = 'confirmed'`,
      's.id',
    ),
    branch(
      'place_post',
      'p.author_id, p.id',
      `posts p ${authorJoinSql} WHERE p.place_id = n.place_id AND ${onTheDay('p.id')} AND ${visiblePostSql}`,
      'p.id',
    ),
    branch('nearby_post', 'p.author_id, p.id', 'posts p WHERE p.id = n.post_id', 'p.id'),
  ].join(' UNION ALL ')
}

/** Most people are parted from nobody: asked once, that spares the question about each. */
const partedFromSomebody =
  '(EXISTS (SELECT 1 FROM blocks WHERE blocker_id = $1) OR EXISTS (SELECT 1 FROM blocks WHERE blocked_id = $1))'
/** The same without oneself, without who is suspended and without those whom a block parts from viewer `$1`. */
const others = (limit: number) => `(${actorsOf(limit)}) a JOIN users u ON u.id = a.id
  WHERE a.id <> n.user_id AND ${activeUserSql} AND (NOT ${partedFromSomebody} OR ${notBlockedSql})`

/** What nobody did whose name is told. */
const isOfTheHouse = "n.kind IN ('welcome', 'removed')"
/** The thing itself must still be there for viewer `$1`: the post `post` below, or the story. Of a place only visible posts are told. */
const stillThere = `(${isOfTheHouse} OR CASE
    WHEN n.story_id IS NOT NULL THEN (SELECT 1 FROM stories s WHERE s.id = n.story_id AND s.expires_at > statement_timestamp() LIMIT 1) IS NOT NULL
    WHEN num_nonnulls(n.post_id, n.comment_id) > 0 THEN post.id IS NOT NULL
    ELSE true
  END)`
const postOf = (id: string) => `LEFT JOIN LATERAL (
    SELECT p.id, p.text, p.media_id FROM posts p JOIN users u ON u.id = p.author_id
    WHERE p.id = ${id} AND ${visiblePostSql} LIMIT 1
  ) post ON true`

/** What of somebody the moderators removed, and why. */
export type Removed = { target_type: Exclude<TargetType, 'user'>; reasons: ReportReason[]; note: string }

export type NotificationRow = {
  id: number
  kind: NotificationKind
  position: number
  created_at: Date
  is_read: boolean
  actors: { id: number; username: string; picture: string | null }[]
  actors_count: number
  post_id: number | null
  post_text: string | null
  post_picture: string | null
  comment_text: string | null
  story_id: number | null
  place_id: number | null
  place_name: string | null
  follow_status: FollowStatus | null
  removed: Removed | null
}

const find = <Parameters extends readonly unknown[]>(condition: string, rest: string) =>
  statement<NotificationRow, [viewerId: number, ...Parameters]>(`
  SELECT n.id, n.kind, n.position, created_at_of(n.position) AS created_at, n.is_read, COALESCE(did.actors_count, 0) AS actors_count,
    COALESCE((
      SELECT json_agg(json_build_object('id', u.id, 'username', u.username, 'picture', m.name) ORDER BY shown.rank)
      FROM unnest(did.newest[1:3]) WITH ORDINALITY shown (id, rank) JOIN users u ON u.id = shown.id LEFT JOIN media m ON m.id = u.picture_id
    ), '[]') AS actors,
    post.id AS post_id, left(post.text, ${previewLength}) AS post_text, m.name AS post_picture,
    left(CASE WHEN n.kind = 'comment' THEN (SELECT text FROM comments WHERE id = did.at) ELSE c.text END, ${previewLength}) AS comment_text,
    n.story_id, n.place_id, pl.name AS place_name,
    CASE WHEN n.kind = 'follow_request' THEN (SELECT f.status FROM follows f WHERE f.follower_id = n.actor_id AND f.followee_id = n.user_id LIMIT 1) END AS follow_status,
    CASE WHEN n.kind = 'removed' THEN (SELECT row_to_json(l) FROM (SELECT target_type, reasons, note FROM moderation_log WHERE id = n.moderation_id) l) END AS removed
  FROM notifications n
    LEFT JOIN comments c ON c.id = n.comment_id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS actors_count, array_agg(did.id ORDER BY did.at DESC) AS newest, max(did.at) AS at
      FROM (SELECT a.id, max(a.at) AS at FROM ${others(actorsCountLimit)} GROUP BY a.id) did
    ) did
    ${postOf("COALESCE(n.post_id, c.post_id, CASE WHEN n.kind = 'place_post' THEN did.at END)")}
    LEFT JOIN media m ON m.id = post.media_id
    LEFT JOIN places pl ON pl.id = n.place_id
  WHERE n.user_id = $1 AND ${condition} AND (${isOfTheHouse} OR did.actors_count > 0) AND ${stillThere}
  ${rest}`)

/** What the viewer is told, newest first. */
export const findNotifications = find<[before: number, limit: number, offset: number]>(
  'n.position < $2',
  'ORDER BY n.position DESC LIMIT $3 OFFSET $4',
)

/** Positions are in the order of time, commits are not: a minute of them (migration 0001) is read again. */
const overlap = 60_000 * 2 ** 12

/** What moved up since a position, newest first; where the database's clock was set back, since what is now. */
export const findNewNotifications = find<[after: number, limit: number]>(
  `n.position > LEAST($2, first_id_at(now())) - ${overlap}`,
  'ORDER BY n.position DESC LIMIT $3',
)

const positionNow = statement<{ position: number }, []>('SELECT first_id_at(clock_timestamp()) AS position')

/** The position of what happens now, by the clock that gives them out. */
export async function findPositionNow(db: Database): Promise<number> {
  const [now] = await positionNow(db)
  return now?.position ?? 0
}

const findOne = find<[id: number]>('n.id = $2', '')

/** One of the viewer's notifications, unless there is nothing left to tell. */
export async function findNotification(
  db: Database,
  viewerId: number,
  id: number,
): Promise<NotificationRow | undefined> {
  const [row] = await findOne(db, viewerId, id)
  return row
}

/** Rows read to find one that no block hides; who blocks more of those who did it misses a number. */
const actorsLooked = 20

const countShown = statement<{ many: number }, [viewerId: number]>(`
  SELECT count(*)::int AS many FROM (
    SELECT 1 FROM notifications n
      LEFT JOIN comments c ON c.id = n.comment_id
      ${postOf('COALESCE(n.post_id, c.post_id)')}
    WHERE n.user_id = $1 AND NOT n.is_read AND ${stillThere} AND (${isOfTheHouse} OR EXISTS (SELECT 1 FROM ${others(actorsLooked)}))
    LIMIT ${unreadCountLimit}
  ) unread`)

/** What the viewer has not seen yet, as far as is counted. */
export async function countUnread(db: Database, viewerId: number): Promise<number> {
  const [row] = await countShown(db, viewerId)
  return row?.many ?? 0
}

export async function markRead(db: Database, viewerId: number, upTo: number): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('user_id', '=', viewerId)
    .where('is_read', '=', false)
    .where('position', '<=', upTo)
    .execute()
}

/** What somebody set in `user_settings s`, or the default of who never changed any. */
const set = (setting: keyof SettingsRow) => `COALESCE(s.${setting}, ${defaultSettings[setting] === 1})`
/** Which setting lets a kind through; what is not named always comes. */
const wanted = (kind: string) => `CASE
    WHEN ${kind} IN ('like', 'comment_like', 'story_like') THEN ${set('notify_likes')}
    WHEN ${kind} = 'comment' THEN ${set('notify_comments')}
    WHEN ${kind} IN ('follow', 'follow_request', 'follow_accepted') THEN ${set('notify_follows')}
    WHEN ${kind} IN ('spotted_request', 'spotted_confirmed') THEN ${set('notify_spotted')}
    ELSE true
  END`

const movesUp =
  'ON CONFLICT ON CONSTRAINT notifications_once DO UPDATE SET position = excluded.position, is_read = false, should_push = notifications.is_read'

/** What there is to tell, of the kinds that concern one person each; `by` whom, where somebody did it who may be suspended by now. */
export type NotificationInsert = {
  to: number
  by?: number | undefined
  kind: NotificationKind
  post?: number
  comment?: number
  story?: number
  actor?: number
  moderation?: number
}
export type InsertedNotification = { id: number; user_id: number; should_push: boolean }

const insert = statement<InsertedNotification, [tellings: string]>(`
  INSERT INTO notifications (user_id, kind, post_id, comment_id, story_id, actor_id, day, moderation_id)
  SELECT DISTINCT t."to", t.kind, t.post, t.comment, t.story, t.actor, CASE WHEN t.kind = 'follow' THEN current_date END, t.moderation
  FROM json_to_recordset($1::json) AS t ("to" bigint, "by" bigint, kind text, post bigint, comment bigint, story bigint, actor bigint, moderation bigint)
    JOIN users u ON u.id = t."to"
    LEFT JOIN user_settings s ON s.user_id = t."to"
  WHERE ${wanted('t.kind')} AND ${activeUserSql}
    AND (COALESCE(t."by", t.actor) IS NULL OR EXISTS (SELECT 1 FROM users u WHERE u.id = COALESCE(t."by", t.actor) AND ${activeUserSql}))
    AND (t.post IS NULL OR EXISTS (SELECT 1 FROM posts WHERE id = t.post))
    AND (t.comment IS NULL OR EXISTS (SELECT 1 FROM comments WHERE id = t.comment))
    AND (t.story IS NULL OR EXISTS (SELECT 1 FROM stories WHERE id = t.story))
  ORDER BY 1, 2, 3, 4, 5, 6, 8
  ${movesUp}
  RETURNING id, user_id, should_push`)

/** Tells; what is told already moves up. Who does not want to hear of it, is suspended or gone, is left out, and so is what such people did and what is gone. */
export const upsertNotifications = (db: Database, tellings: NotificationInsert[]): Promise<InsertedNotification[]> =>
  insert(db, JSON.stringify(tellings))

/** How many of an audience are told in one transaction. */
export const fanOutBatchSize = 1000

export type FanOutResult = {
  inserted: InsertedNotification[] | null
  last_audience_id: number | null
  audience_count: number
}

/** Of viewers `viewer.id` who wait for post `$1`: who may see it, did not write it, and is not suspended. */
const mayHear = `p.author_id <> viewer.id AND ${visiblePostSqlFor('viewer.id')} AND (SELECT 1 FROM users u WHERE u.id = viewer.id AND ${activeUserSql} LIMIT 1) IS NOT NULL`
/** Inserts for `chosen (user_id)`, and tells how far `batch (at)` went. */
const fanOut = (kind: NotificationKind, columns: string, values: string) => `
  inserted AS (
    INSERT INTO notifications (user_id, kind, ${columns}) SELECT chosen.user_id, '${kind}', ${values} FROM chosen ORDER BY chosen.user_id
    ${movesUp} RETURNING id, user_id, should_push
  )
  SELECT (SELECT json_agg(inserted) FROM inserted) AS inserted, (SELECT max(at) FROM batch) AS last_audience_id, (SELECT count(*)::int FROM batch) AS audience_count`

/** Tells those who follow the place of a post, in the order in which they began to. */
export const notifyPlaceFollowers = statement<FanOutResult, [postId: number, after: number]>(`
  WITH batch AS MATERIALIZED (
    SELECT f.user_id, f.id AS at FROM place_follows f
    WHERE f.place_id = (SELECT place_id FROM posts WHERE id = $1) AND f.id > $2 ORDER BY f.id LIMIT ${fanOutBatchSize}
  ), chosen AS MATERIALIZED (
    SELECT viewer.id AS user_id, p.place_id, p.created_at
    FROM batch JOIN posts p ON p.id = $1 JOIN users u ON u.id = p.author_id
      CROSS JOIN LATERAL (SELECT batch.user_id AS id) viewer
      LEFT JOIN user_settings s ON s.user_id = viewer.id
    WHERE ${set('notify_followed_locations')} AND ${mayHear}
  ), ${fanOut('place_post', 'place_id, day', 'chosen.place_id, chosen.created_at::date')}`)

/** Hours that a coarse cell is kept (design section 6). */
const cellLifetime = 24

/**
 * Tells those who want to hear of posts near them and were last in one of these cells, in the order of their ids.
 * `metres` says how far each cell is at least: it must lie within the radius that each has chosen. Who follows the place hears of it anyway.
 */
export const notifyUsersNearby = statement<
  FanOutResult,
  [postId: number, after: number, cells: string[], metres: number[]]
>(`
  WITH batch AS MATERIALIZED (
    SELECT c.user_id, c.user_id AS at, cell.metres FROM unnest($3::bigint[], $4::float8[]) cell (c7, metres) JOIN user_cells c ON c.c7 = cell.c7
    WHERE c.user_id > $2 AND c.seen_at > now() - interval '${cellLifetime} hours' ORDER BY c.user_id LIMIT ${fanOutBatchSize}
  ), chosen AS MATERIALIZED (
    SELECT viewer.id AS user_id, p.id AS post_id
    FROM batch JOIN posts p ON p.id = $1 JOIN users u ON u.id = p.author_id
      CROSS JOIN LATERAL (SELECT batch.user_id AS id) viewer
      JOIN user_settings s ON s.user_id = viewer.id
    WHERE s.notify_nearby_posts AND s.notify_radius >= batch.metres AND ${mayHear}
      AND NOT (s.notify_followed_locations AND EXISTS (SELECT 1 FROM place_follows f WHERE f.user_id = viewer.id AND f.place_id = p.place_id))
  ), ${fanOut('nearby_post', 'post_id', 'chosen.post_id')}`)

export const deleteExpiredCells = statement<never, []>(
  `DELETE FROM user_cells WHERE seen_at < now() - interval '${cellLifetime} hours'`,
)

/** Days after which what somebody was told is forgotten. */
const keptDays = 90

export const deleteExpiredNotifications = statement<never, []>(`
  DELETE FROM notifications WHERE id IN (SELECT id FROM notifications WHERE position < first_id_at(now() - interval '${keptDays} days') LIMIT 10000)`)

export type Subscription = { endpoint: string; p256dh: string; auth: string }

/** A browser belongs to who subscribed last with it. */
export async function upsertSubscription(
  db: Database,
  user_id: number,
  { endpoint, p256dh, auth }: Subscription,
): Promise<void> {
  await db
    .insertInto('push_subscriptions')
    .values({ endpoint, user_id, p256dh, auth })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ user_id, p256dh, auth }))
    .execute()
}

/** @param userId whose it must be; undefined: anybody's, because it is known to be dead. */
export async function deleteSubscription(db: Database, endpoint: string, userId?: number): Promise<void> {
  const deletion = db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint)
  await (userId === undefined ? deletion : deletion.where('user_id', '=', userId)).execute()
}

/** Browsers of one person that are written to; the newest ones. */
const subscriptionsLimit = 20

export function findSubscriptions(db: Database, userId: number): Promise<Subscription[]> {
  return db
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(subscriptionsLimit)
    .execute()
}

/** Which of these people have a browser to write to. */
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
