import type { NotificationKind } from '#contract/notifications.ts'
import { authorJoinSql, visiblePostSql } from '#server/posts/visibility.queries.ts'
import { activeUserSql, notBlockedSql, notMutedSql } from '#server/users/users.queries.ts'

// The people who did what a notification reports. They are not stored with it, but read from the likes, comments,
// follows… themselves, so that an action that was undone disappears.
// Aliases: `n` is the notification, `$1` its recipient. Actors have the columns `actor_id` and `action_id`: the id of
// what they did, which grows with time.

/** Whether `id` was created on the day of the notification: ids begin with the time (migration 0001). */
const isOnDaySql = (idSql: string) => `${idSql} >= first_id_at(n.day) AND ${idSql} < first_id_at(n.day + 1)`

type ActorSource = { kind: NotificationKind; actorId: string; actionId: string; from: string }

const postsOfDayAtPlace = {
  actorId: 'p.author_id',
  actionId: 'p.id',
  from: `posts p ${authorJoinSql} WHERE p.place_id = n.place_id AND ${isOnDaySql('p.id')} AND ${visiblePostSql}`,
}

const actorSources: ActorSource[] = [
  { kind: 'like', actorId: 'l.user_id', actionId: 'l.id', from: 'post_likes l WHERE l.post_id = n.post_id' },
  {
    kind: 'comment',
    actorId: 'c.author_id',
    actionId: 'c.id',
    // Of replies, those to a comment that the recipient sees and has not written: the others are notified as replies.
    from: `comments c WHERE c.post_id = n.post_id AND (c.reply_to IS NULL OR (
      SELECT 1 FROM comments parent JOIN users u ON u.id = parent.author_id
      WHERE parent.id = c.reply_to AND parent.author_id <> n.user_id AND ${notBlockedSql} LIMIT 1) IS NOT NULL)`,
  },
  {
    kind: 'comment_reply',
    actorId: 'c.author_id',
    actionId: 'c.id',
    from: 'comments c WHERE c.reply_to = n.comment_id',
  },
  {
    kind: 'mention',
    actorId: 'p.author_id',
    actionId: 'p.id',
    from: `post_mentions t JOIN posts p ON p.id = t.post_id
      WHERE t.post_id = n.post_id AND t.user_id = n.user_id AND t.is_named`,
  },
  {
    kind: 'comment_mention',
    actorId: 'c.author_id',
    actionId: 'c.id',
    from: `comment_mentions t JOIN comments c ON c.id = t.comment_id
      WHERE t.user_id = n.user_id AND t.post_id = n.post_id AND (c.reply_to IS NULL OR (
        SELECT 1 FROM comments parent JOIN users u ON u.id = parent.author_id
        WHERE parent.id = c.reply_to AND ${notBlockedSql} LIMIT 1) IS NOT NULL)`,
  },
  {
    kind: 'comment_like',
    actorId: 'l.user_id',
    actionId: 'COALESCE(l.id, 0)',
    from: 'comment_likes l WHERE l.comment_id = n.comment_id',
  },
  { kind: 'story_like', actorId: 'l.user_id', actionId: 'l.id', from: 'story_likes l WHERE l.story_id = n.story_id' },
  {
    kind: 'follow',
    actorId: 'f.follower_id',
    actionId: 'f.id',
    from: `follows f WHERE f.followee_id = n.user_id AND f.status = 'accepted' AND ${isOnDaySql('f.id')}`,
  },
  {
    kind: 'follow_request',
    actorId: 'f.follower_id',
    actionId: 'f.id',
    from: 'follows f WHERE f.followee_id = n.user_id AND f.follower_id = n.actor_id',
  },
  {
    kind: 'follow_accepted',
    actorId: 'f.followee_id',
    actionId: 'f.id',
    from: `follows f WHERE f.follower_id = n.user_id AND f.followee_id = n.actor_id AND f.status = 'accepted'`,
  },
  {
    kind: 'spotted_request',
    actorId: 's.requester_id',
    actionId: 's.id',
    // The recipient is the author, who declined some.
    from: `spotted_requests s WHERE s.post_id = n.post_id AND NOT EXISTS (
      SELECT 1 FROM spotted_declines d WHERE d.post_id = s.post_id AND d.requester_id = s.requester_id)`,
  },
  {
    kind: 'spotted_confirmed',
    actorId: 'p.author_id',
    actionId: 's.id',
    from: `spotted_requests s JOIN posts p ON p.id = s.post_id
      WHERE s.post_id = n.post_id AND s.requester_id = n.user_id AND s.status = 'confirmed'`,
  },
  { kind: 'place_post', ...postsOfDayAtPlace },
  { kind: 'nearby_post', ...postsOfDayAtPlace },
  // A notification from before they were grouped by place and day is about one post; it expires after 90 days.
  { kind: 'nearby_post', actorId: 'p.author_id', actionId: 'p.id', from: 'posts p WHERE p.id = n.post_id' },
]

/**
 * The newest actors of the notification. Only the branch of its kind is read.
 * @param limit before blocks are applied.
 */
const allActorsSql = (limit: number) =>
  actorSources
    .map(
      ({ kind, actorId, actionId, from }) =>
        `(SELECT ${actorId} AS actor_id, ${actionId} AS action_id FROM ${from} AND n.kind = '${kind}'
      ORDER BY ${actionId} DESC LIMIT ${limit})`,
    )
    .join('\n    UNION ALL ')

/** Most people have no blocks: evaluated once, this saves the lookup for each actor. */
const hasBlocksSql = `(EXISTS (SELECT 1 FROM blocks WHERE blocker_id = $1)
    OR EXISTS (SELECT 1 FROM blocks WHERE blocked_id = $1))`

/**
 * A FROM clause: actors `a`, with user `u`, without the recipient and people who are suspended, blocked or muted. Users
 * are joined row by row (LIMIT): the planner would read them all.
 */
export const visibleActorsSql = (limit: number) => `(${allActorsSql(limit)}) a
  CROSS JOIN LATERAL (SELECT id, suspended_at FROM users WHERE id = a.actor_id LIMIT 1) u
  WHERE a.actor_id <> n.user_id AND ${activeUserSql} AND (NOT ${hasBlocksSql} OR ${notBlockedSql})
    AND ${notMutedSql('u.id')}`
