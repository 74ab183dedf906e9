import { actorsCountLimit, unreadCountLimit, type NotificationKind } from '#contract/notifications.ts'
import type { FollowStatus } from '#contract/listed-user.ts'
import type { ReportReason, TargetType } from '#contract/moderation.ts'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import type { PageParameters } from '#server/platform/keyset.ts'
import { visiblePostSql } from '#server/posts/visibility.queries.ts'
import { listedUserColumnsSql, type ListedUserRow, userJoinSql } from '#server/users/users.queries.ts'
import { visibleActorsSql } from './actors.queries.ts'
import { kindsWhereSql } from './notification-kinds.queries.ts'

// Aliases: `n` is a notification, `$1` its recipient, `post` the visible post that it is about.

/** Characters of a post or comment. */
const previewLength = 140
/** The beginning of a text, cut between words. */
const excerptSql = (textSql: string) => `CASE WHEN char_length(${textSql}) > ${previewLength}
      THEN regexp_replace(left(${textSql}, ${previewLength}), '\\s+\\S*$', '') || '…' ELSE ${textSql} END`

const hasNoActorSql = `n.kind IN (${kindsWhereSql(({ actors }) => actors.length === 0)})`
/**
 * Whether the post or story of a notification still exists for the viewer. Place notifications count visible posts
 * only.
 */
const subjectExistsSql = `(${hasNoActorSql} OR CASE
    WHEN n.story_id IS NOT NULL
      THEN (SELECT 1 FROM stories s
        WHERE s.id = n.story_id AND s.expires_at > statement_timestamp() LIMIT 1) IS NOT NULL
    WHEN num_nonnulls(n.post_id, n.comment_id) > 0 THEN post.id IS NOT NULL
    ELSE true
  END)`
const postJoinSql = (idSql: string) => `LEFT JOIN LATERAL (
    SELECT p.id, p.text, p.media_id FROM posts p JOIN users u ON u.id = p.author_id
    WHERE p.id = ${idSql} AND ${visiblePostSql} LIMIT 1
  ) post ON true`

/** Content that the moderators removed, and why. */
type RemovedContent = { target_type: Exclude<TargetType, 'user'>; reasons: ReportReason[]; note: string }

export type NotificationRow = {
  id: number
  kind: NotificationKind
  position: number
  created_at: Date
  is_read: boolean
  /** The three newest. */
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
  follower: ListedUserRow | null
  removed: RemovedContent | null
}

/** `$1` is the viewer; `names` are the parameters of the condition and the order, from `$2`. */
const findWhere = <Input extends object>(conditionSql: string, orderSql: string, names: readonly (keyof Input)[]) =>
  statement<NotificationRow, Input & { viewerId: number }>(
    `
  SELECT n.id, n.kind, n.position, created_at_of(n.position) AS created_at, n.is_read,
    COALESCE(acted.actors_count, 0) AS actors_count,
    COALESCE((
      SELECT json_agg(json_build_object('id', u.id, 'username', u.username, 'picture', m.name) ORDER BY newest.rank)
      FROM unnest(acted.actor_ids[1:3]) WITH ORDINALITY newest (id, rank)
        JOIN users u ON u.id = newest.id LEFT JOIN media m ON m.id = u.picture_id
    ), '[]') AS actors,
    post.id AS post_id, ${excerptSql('post.text')} AS post_text, m.name AS post_picture,
    CASE WHEN n.kind IN (${kindsWhereSql(({ quotesAction = false }) => quotesAction)})
      THEN (SELECT ${excerptSql('text')} FROM comments WHERE id = acted.last_action_id)
      WHEN n.kind = 'place_event' THEN (SELECT title FROM events WHERE id = acted.last_action_id) ELSE ${excerptSql('c.text')} END
      AS comment_text,
    n.story_id, n.place_id, pl.name AS place_name,
    CASE WHEN n.kind = 'follow_request' THEN (
      SELECT f.status FROM follows f WHERE f.follower_id = n.actor_id AND f.followee_id = n.user_id LIMIT 1
    ) END AS follow_status,
    CASE WHEN n.kind IN ('follow', 'follow_request') AND acted.actors_count = 1 THEN (
      SELECT row_to_json(person) FROM (
        SELECT ${listedUserColumnsSql} FROM (SELECT acted.actor_ids[1] AS id) actor ${userJoinSql('actor.id')}
      ) person
    ) END AS follower,
    CASE WHEN n.kind = 'removed' THEN (
      SELECT row_to_json(l) FROM (SELECT target_type, reasons, note FROM moderation_log WHERE id = n.moderation_id) l
    ) END AS removed
  FROM notifications n
    LEFT JOIN comments c ON c.id = n.comment_id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS actors_count, array_agg(actor.actor_id ORDER BY actor.action_id DESC) AS actor_ids,
        max(actor.action_id) AS last_action_id
      FROM (
        SELECT a.actor_id, max(a.action_id) AS action_id FROM ${visibleActorsSql(actorsCountLimit)} GROUP BY a.actor_id
      ) actor
    ) acted
    ${postJoinSql(`COALESCE(n.post_id, c.post_id,
      CASE WHEN n.kind IN ('place_post', 'nearby_post') AND n.place_id IS NOT NULL THEN acted.last_action_id END)`)}
    LEFT JOIN media m ON m.id = post.media_id
    LEFT JOIN places pl ON pl.id = n.place_id
  WHERE n.user_id = $1 AND ${conditionSql} AND (${hasNoActorSql} OR acted.actors_count > 0) AND ${subjectExistsSql}
  ${orderSql}`,
    ['viewerId', ...names],
  )

/** Returns the viewer's notifications, newest first. */
export const findNotifications = findWhere<PageParameters>(
  'n.position < $2',
  'ORDER BY n.position DESC LIMIT $3 OFFSET $4',
  ['before', 'limit', 'offset'],
)

/** Commits are not in the order of positions: one minute of them (`time_ordered_id`) is read again. */
const overlapPositions = 60_000 * 2 ** 12

/**
 * Returns the notifications that are new or were updated since a position, newest first. LEAST guards against a
 * database clock that was set back.
 */
export const findNewNotifications = findWhere<{ after: number; limit: number }>(
  `n.position > LEAST($2, first_id_at(now())) - ${overlapPositions}`,
  'ORDER BY n.position DESC LIMIT $3',
  ['after', 'limit'],
)

const findPosition = statement<{ position: number }, []>('SELECT first_id_at(clock_timestamp()) AS position')

/** Returns the position of a notification inserted now, by the database's clock. */
export async function findPositionNow(db: Database): Promise<number> {
  return (await findPosition.first(db))?.position ?? 0
}

/** Returns one of the viewer's notifications; undefined if its actions were undone. */
export const findNotification = findWhere<{ id: number }>('n.id = $2', '', ['id']).first

const countShown = statement<{ count: number }, [viewerId: number]>(`
  SELECT count(*)::int AS count FROM (
    SELECT 1 FROM notifications n
      LEFT JOIN comments c ON c.id = n.comment_id
      ${postJoinSql('COALESCE(n.post_id, c.post_id)')}
    WHERE n.user_id = $1 AND NOT n.is_read AND ${subjectExistsSql}
      AND (${hasNoActorSql} OR EXISTS (SELECT 1 FROM ${visibleActorsSql(1)}))
    LIMIT ${unreadCountLimit}
  ) unread`)

/** Counts unread notifications, at most `unreadCountLimit`. */
export async function countUnread(db: Database, viewerId: number): Promise<number> {
  return (await countShown.first(db, viewerId))?.count ?? 0
}

export const markRead = statement<never, [viewerId: number, upTo: number]>(
  'UPDATE notifications SET is_read = true WHERE user_id = $1 AND NOT is_read AND position <= $2',
)

const notificationLifetimeDays = 90
/** Deleted per call. */
const expiryBatchSize = 10_000

export const deleteExpiredNotifications = statement<never, []>(`
  DELETE FROM notifications WHERE id IN (
    SELECT id FROM notifications WHERE position < first_id_at(now() - interval '${notificationLifetimeDays} days')
    LIMIT ${expiryBatchSize})`)
