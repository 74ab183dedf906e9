import type { NotificationKind } from '#contract/notifications.ts'
import type { SettingsSwitch } from '#contract/settings.ts'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { forViewer, visiblePostSql } from '#server/posts/visibility.queries.ts'
import { defaultSettings } from '#server/settings/settings.rules.ts'
import { activeUserSql, notBlockedSql, notMutedPlaceSql, notMutedSql } from '#server/users/users.queries.ts'
import { kindsWhereSql, notificationKinds } from './notification-kinds.queries.ts'

/** A setting in `user_settings s`, or its default for users who never changed any. */
const settingSql = (setting: SettingsSwitch) => `COALESCE(s.${setting}, ${defaultSettings[setting] === 1})`

/** Whether the recipient's settings allow a kind. */
const isWantedSql = (kindSql: string) => {
  const conditions = Object.entries(notificationKinds).map(
    ([kind, { setting }]) => `WHEN ${kindSql} = '${kind}' THEN ${setting ? settingSql(setting) : 'true'}`,
  )
  return `CASE ${conditions.join(' ')} END`
}

/**
 * A notification about the same subject exists: it becomes unread and moves up. It is pushed only if it had been read.
 */
const moveUpSql = `ON CONFLICT ON CONSTRAINT notifications_once
    DO UPDATE SET position = excluded.position, is_read = false, should_push = notifications.is_read AND excluded.should_push`

export type NotificationInsert = {
  recipientId: number
  /** Whoever the actor is: they may be suspended by now. */
  actorId?: number | undefined
  kind: NotificationKind
  post?: number
  comment?: number
  story?: number
  /** Stored with the notification, for kinds that are not read from the actions. */
  actor?: number
  moderation?: number
}
export type InsertedNotification = { id: number; user_id: number; should_push: boolean }

const upsert = statement<InsertedNotification, [inserts: string]>(`
  INSERT INTO notifications (user_id, kind, post_id, comment_id, story_id, actor_id, day, moderation_id)
  SELECT DISTINCT i."recipientId", i.kind, i.post, i.comment, i.story, i.actor,
    CASE WHEN i.kind IN (${kindsWhereSql(({ isDaily = false }) => isDaily)}) THEN current_date END, i.moderation
  FROM json_to_recordset($1::json) AS i ("recipientId" bigint, "actorId" bigint, kind text, post bigint, comment bigint,
      story bigint, actor bigint, moderation bigint)
    JOIN users u ON u.id = i."recipientId"
    LEFT JOIN user_settings s ON s.user_id = i."recipientId"
  WHERE ${isWantedSql('i.kind')} AND ${activeUserSql}
    AND (COALESCE(i."actorId", i.actor) IS NULL
      OR EXISTS (SELECT 1 FROM users u WHERE u.id = COALESCE(i."actorId", i.actor) AND ${activeUserSql}))
    AND NOT EXISTS (SELECT 1 FROM mutes
      WHERE user_id = i."recipientId" AND person_id = COALESCE(i."actorId", i.actor))
    AND (i.post IS NULL OR EXISTS (SELECT 1 FROM posts WHERE id = i.post))
    AND (i.comment IS NULL OR EXISTS (SELECT 1 FROM comments WHERE id = i.comment))
    AND (i.story IS NULL OR EXISTS (SELECT 1 FROM stories WHERE id = i.story))
  ORDER BY 1, 2, 3, 4, 5, 6, 8
  ${moveUpSql}
  RETURNING id, user_id, should_push`)

/**
 * Inserts notifications, or moves existing ones up. Skips those that the recipient does not want, those of suspended,
 * deleted or muted people, and those about subjects that no longer exist.
 */
export const upsertNotifications = (db: Database, inserts: NotificationInsert[]): Promise<InsertedNotification[]> =>
  upsert(db, JSON.stringify(inserts))

/** Members of an audience per transaction. */
export const fanOutBatchSize = 1000

export type FanOutResult = {
  inserted: InsertedNotification[] | null
  last_audience_id: number | null
  audience_count: number
}

/**
 * Whether `viewer.id` may be notified of post `p` of author `u`: not the author, not suspended, may see it, and has
 * muted neither the author nor the place.
 */
const isAudienceSql = `p.author_id <> viewer.id AND ${forViewer('viewer.id', visiblePostSql)}
      AND (SELECT 1 FROM users u WHERE u.id = viewer.id AND ${activeUserSql} LIMIT 1) IS NOT NULL
      AND (SELECT 1 FROM mutes WHERE user_id = viewer.id AND person_id = p.author_id LIMIT 1) IS NULL
      AND (SELECT 1 FROM mutes WHERE user_id = viewer.id AND place_id = p.place_id LIMIT 1) IS NULL`

/** Inserts notifications for `chosen (user_id)`, and returns how far `batch (audience_id)` went. */
const insertForChosenSql = (kind: NotificationKind, columnsSql: string, valuesSql: string) => `
  inserted AS (
    INSERT INTO notifications (user_id, kind, ${columnsSql})
    SELECT chosen.user_id, '${kind}', ${valuesSql} FROM chosen ORDER BY chosen.user_id
    ${moveUpSql} RETURNING id, user_id, should_push
  )
  SELECT (SELECT json_agg(inserted) FROM inserted) AS inserted,
    (SELECT max(audience_id) FROM batch) AS last_audience_id, (SELECT count(*)::int FROM batch) AS audience_count`

/** The next followers of a place, in the order in which they followed it. */
const nextFollowersSql = (placeIdSql: string) => `batch AS MATERIALIZED (
    SELECT f.user_id, f.id AS audience_id FROM place_follows f
    WHERE f.place_id = ${placeIdSql} AND f.id > $2 ORDER BY f.id LIMIT ${fanOutBatchSize}
  )`

/** Notifies the next followers of a post's place. */
export const notifyPlaceFollowers = statement<FanOutResult, [postId: number, after: number]>(`
  WITH ${nextFollowersSql('(SELECT place_id FROM posts WHERE id = $1)')}, chosen AS MATERIALIZED (
    SELECT viewer.id AS user_id, p.place_id, p.created_at
    FROM batch JOIN posts p ON p.id = $1 JOIN users u ON u.id = p.author_id
      CROSS JOIN LATERAL (SELECT batch.user_id AS id) viewer
      LEFT JOIN user_settings s ON s.user_id = viewer.id
    WHERE ${settingSql('notify_followed_locations')} AND ${isAudienceSql}
  ), ${insertForChosenSql('place_post', 'place_id, day', 'chosen.place_id, chosen.created_at::date')}`)

/** Notifies the next followers of an event's place: those who may see it and have muted neither author nor place. */
export const notifyEventFollowers = statement<FanOutResult, [eventId: number, after: number]>(`
  WITH ${nextFollowersSql('(SELECT place_id FROM events WHERE id = $1)')}, chosen AS MATERIALIZED (
    SELECT viewer.id AS user_id, e.place_id, e.created_at
    FROM batch JOIN events e ON e.id = $1 JOIN users u ON u.id = e.author_id
      JOIN users viewer ON viewer.id = batch.user_id AND viewer.suspended_at IS NULL
      LEFT JOIN user_settings s ON s.user_id = viewer.id
    WHERE ${settingSql('notify_place_events')} AND e.author_id <> viewer.id
      AND ${forViewer('viewer.id', `${notBlockedSql} AND ${notMutedSql('e.author_id')} AND ${notMutedPlaceSql('e.place_id')}`)}
  ), ${insertForChosenSql('place_event', 'place_id, day', 'chosen.place_id, chosen.created_at::date')}`)

/**
 * Whether a user has no unread notification about posts nearby of the day: thirty posts, also at thirty places or by
 * thirty people, are pushed once.
 */
const isQuietSql = `NOT EXISTS (
    SELECT 1 FROM notifications n WHERE n.user_id = chosen.user_id AND NOT n.is_read
      AND n.position >= first_id_at(chosen.created_at::date) AND n.kind = 'nearby_post')`

/** docs/product.md, "Location privacy". */
const cellLifetimeHours = 24

/**
 * Notifies the next people near a post, in the order of their ids: those who want it, whose last cell is among `cells`
 * and within the radius that they chose. Followers of the place are left out, since they are notified anyway.
 * @param metres distance to the nearest point of each cell.
 */
export const notifyUsersNearby = statement<
  FanOutResult,
  { postId: number; after: number; cells: string[]; metres: number[] }
>(
  `
  WITH batch AS MATERIALIZED (
    SELECT c.user_id, c.user_id AS audience_id, cell.metres
    FROM unnest($3::bigint[], $4::float8[]) cell (c7, metres) JOIN user_cells c ON c.c7 = cell.c7
    WHERE c.user_id > $2 AND c.seen_at > now() - interval '${cellLifetimeHours} hours'
      AND EXISTS (SELECT 1 FROM sessions s WHERE s.id = c.session_id AND s.expires_at > now())
    ORDER BY c.user_id LIMIT ${fanOutBatchSize}
  ), chosen AS MATERIALIZED (
    SELECT viewer.id AS user_id, p.place_id, p.created_at
    FROM batch JOIN posts p ON p.id = $1 JOIN users u ON u.id = p.author_id
      CROSS JOIN LATERAL (SELECT batch.user_id AS id) viewer
      JOIN user_settings s ON s.user_id = viewer.id
    WHERE s.notify_nearby_posts AND s.notify_radius >= batch.metres AND ${isAudienceSql}
      AND NOT (s.notify_followed_locations
        AND EXISTS (SELECT 1 FROM place_follows f WHERE f.user_id = viewer.id AND f.place_id = p.place_id))
  ), ${insertForChosenSql('nearby_post', 'place_id, day, should_push', `chosen.place_id, chosen.created_at::date, ${isQuietSql}`)}`,
  ['postId', 'after', 'cells', 'metres'],
)

export const deleteExpiredCells = statement<never, []>(
  `DELETE FROM user_cells WHERE seen_at < now() - interval '${cellLifetimeHours} hours'`,
)
