import { messageNotHiddenSql } from '#server/chat/messages.queries.ts'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { choiceColumnsSql, morePicturesSqlFor } from '#server/posts/posts.queries.ts'
import { visiblePostSql } from '#server/posts/visibility.queries.ts'
import { settingNames } from '#server/settings/settings.queries.ts'
import { notBlockedSql } from '#server/users/users.queries.ts'

export const insertExportLink = statement<
  never,
  { token_sha256: Buffer; user_id: number; session_sha256: Buffer; expires_at: Date }
>('INSERT INTO export_links (token_sha256, user_id, session_sha256, expires_at) VALUES ($1, $2, $3, $4)', [
  'token_sha256',
  'user_id',
  'session_sha256',
  'expires_at',
])

/**
 * Counts a fetch. @returns whether the link belongs to the session, is valid and was fetched less than `limit` times.
 */
export const countExportFetch = statement<
  { user_id: number },
  { token_sha256: Buffer; session_sha256: Buffer; limit: number }
>(
  `
  UPDATE export_links SET fetch_count = fetch_count + 1
  WHERE token_sha256 = $1 AND session_sha256 = $2 AND expires_at > now() AND fetch_count < $3 RETURNING user_id`,
  ['token_sha256', 'session_sha256', 'limit'],
).any

/** One entry as JSON text, and the key that the next page starts after. */
type ExportedRow = { after: number; entry: string }
type Section = (db: Database, userId: number, after: number, limit: number) => Promise<ExportedRow[]>

/** @param keySql a unique number that grows from row to row. */
const section = (columnsSql: string, tablesSql: string, ownerSql: string, keySql: string): Section =>
  statement<ExportedRow, [userId: number, after: number, limit: number]>(`
  SELECT exported.after, (to_jsonb(exported) - 'after')::text AS entry FROM (
    SELECT ${keySql} AS after, ${columnsSql} FROM ${tablesSql}
    WHERE ${ownerSql} = $1 AND ${keySql} > $2 ORDER BY ${keySql} LIMIT $3
  ) exported`)

/** The video whose cover the picture `m` is. */
const videoSql = 'CASE WHEN m.video_ms IS NOT NULL THEN m.name END AS video'
const placeSql = `pl.name AS place, pl.town`

/** The messages `x` of member `me` (user `$1`) with user `u` that the app shows. */
const visibleMessagesSql = `conversation_members me JOIN users u ON u.id = me.other_id AND ${notBlockedSql}
    JOIN messages x ON x.conversation_id = me.conversation_id AND x.deleted_at IS NULL AND ${messageNotHiddenSql}`
const sharedPostSql = `(
      SELECT p.id FROM posts p JOIN users u ON u.id = p.author_id WHERE p.id = x.post_id AND ${visiblePostSql})`

/**
 * Everything that belongs to a user, by section, oldest first. Other people appear only by username, as the app shows
 * them.
 */
export const exportedSections = {
  profile: section(
    `u.id, u.username, u.display_name, u.email, u.email_confirmed, u.bio, u.is_private, u.created_at, u.followers_count, u.following_count,
      u.spotted_received, m.name AS picture`,
    'users u LEFT JOIN media m ON m.id = u.picture_id',
    'u.id',
    'u.id',
  ),
  formerUsernames: section(
    'f.username_key AS username, f.left_at',
    '(SELECT *, extract(epoch FROM left_at)::float8 AS position FROM former_usernames) f',
    'f.user_id',
    'f.position',
  ),
  settings: section(
    `${settingNames.map((name) => `s.${name}`).join(', ')},
      to_hex(c.c7) AS last_cell, c.seen_at AS last_cell_at`,
    'user_settings s LEFT JOIN user_cells c ON c.user_id = s.user_id',
    's.user_id',
    's.user_id',
  ),
  posts: section(
    `p.id, p.text, ${placeSql}, ${choiceColumnsSql}, p.created_at, p.edited_at, p.likes_count, p.comments_count,
      p.spotted_count, m.name AS picture, m.alt AS picture_alt, ${videoSql}, ${morePicturesSqlFor('p')} AS more_pictures`,
    'posts p JOIN places pl ON pl.id = p.place_id LEFT JOIN media m ON m.id = p.media_id',
    'p.author_id',
    'p.id',
  ),
  uploads: section(
    `m.name AS picture, m.alt AS picture_alt, ${videoSql}, x.created_at`,
    'picture_uploads x JOIN media m ON m.id = x.media_id',
    'x.user_id',
    'x.media_id',
  ),
  stories: section(
    `s.id, ${placeSql}, s.created_at, s.expires_at, s.likes_count, s.caption, m.name AS picture, m.alt AS picture_alt,
      ${videoSql}`,
    'stories s JOIN media m ON m.id = s.media_id LEFT JOIN places pl ON pl.id = s.place_id',
    's.author_id',
    's.id',
  ),
  comments: section(
    'c.id, c.post_id, c.reply_to, c.text, c.created_at, c.likes_count',
    'comments c',
    'c.author_id',
    'c.id',
  ),
  likes: section('l.post_id, created_at_of(l.id) AS created_at', 'post_likes l', 'l.user_id', 'l.post_id'),
  bookmarks: section('b.post_id, created_at_of(b.id) AS created_at', 'bookmarks b', 'b.user_id', 'b.post_id'),
  mentions: section('m.post_id, m.is_named', 'post_mentions m', 'm.user_id', 'm.post_id'),
  commentMentions: section('m.post_id, m.comment_id', 'comment_mentions m', 'm.user_id', 'm.comment_id'),
  commentLikes: section(
    'l.comment_id, created_at_of(l.id) AS created_at',
    'comment_likes l',
    'l.user_id',
    'l.comment_id',
  ),
  storyLikes: section('l.story_id, created_at_of(l.id) AS created_at', 'story_likes l', 'l.user_id', 'l.story_id'),
  storyViews: section('v.story_id, created_at_of(v.id) AS created_at', 'story_views v', 'v.viewer_id', 'v.story_id'),
  following: section(
    'u.username, f.status, f.created_at',
    'follows f JOIN users u ON u.id = f.followee_id',
    'f.follower_id',
    'f.id',
  ),
  followers: section(
    'u.username, f.status, f.created_at',
    'follows f JOIN users u ON u.id = f.follower_id',
    'f.followee_id',
    'f.id',
  ),
  places: section(
    `${placeSql}, f.created_at`,
    'place_follows f JOIN places pl ON pl.id = f.place_id',
    'f.user_id',
    'f.id',
  ),
  addedPlaces: section(
    'pl.id, pl.name, pl.town, pl.kind, pl.latitude, pl.longitude, pl.added_at',
    'places pl',
    'pl.added_by',
    'pl.id',
  ),
  events: section(
    `e.id, e.title, e.description, ${placeSql}, e.starts_at, e.ends_at, e.created_at`,
    'events e JOIN places pl ON pl.id = e.place_id',
    'e.author_id',
    'e.id',
  ),
  eventsAttended: section(
    `e.title, ${placeSql}, e.starts_at, created_at_of(a.id) AS created_at`,
    `event_attendances a JOIN events e ON e.id = a.event_id JOIN places pl ON pl.id = e.place_id
      JOIN users u ON u.id = e.author_id AND ${notBlockedSql}`,
    'a.user_id',
    'a.id',
  ),
  spottedAsked: section(
    's.post_id, s.status, s.text, created_at_of(s.id) AS created_at',
    'spotted_requests s',
    's.requester_id',
    's.id',
  ),
  spottedReceived: section(
    's.post_id, u.username, s.status, s.text, d.created_at AS declined_at, created_at_of(s.id) AS created_at',
    `spotted_requests s JOIN posts p ON p.id = s.post_id JOIN users u ON u.id = s.requester_id
      LEFT JOIN spotted_declines d ON d.post_id = s.post_id AND d.requester_id = s.requester_id`,
    'p.author_id',
    's.id',
  ),
  conversations: section(
    'u.username, me.request_status, me.received_up_to, me.read_up_to',
    `conversation_members me JOIN users u ON u.id = me.other_id AND ${notBlockedSql}`,
    'me.user_id',
    'me.conversation_id',
  ),
  messages: section(
    `x.id, u.username AS with, x.number, x.sender_id = $1 AS is_own, x.reply_to, x.text, m.name AS picture, m.alt AS picture_alt,
      ${videoSql}, x.media_id IS NOT NULL AS has_picture, ${sharedPostSql} AS post_id, created_at_of(x.id) AS created_at`,
    `${visibleMessagesSql} LEFT JOIN media m ON m.id = x.media_id AND x.sender_id = $1`,
    'me.user_id',
    'x.id',
  ),
  messageReactions: section(
    'r.message_id, r.reaction, created_at_of(r.id) AS created_at',
    'message_reactions r',
    'r.user_id',
    'r.message_id',
  ),
  blocked: section('u.username, b.created_at', 'blocks b JOIN users u ON u.id = b.blocked_id', 'b.blocker_id', 'b.id'),
  muted: section(
    'u.username, pl.name AS place, created_at_of(x.id) AS created_at',
    'mutes x LEFT JOIN users u ON u.id = x.person_id LEFT JOIN places pl ON pl.id = x.place_id',
    'x.user_id',
    'x.id',
  ),
  reports: section(
    'u.username, r.post_id, r.comment_id, r.story_id, r.message_id, r.place_id, r.event_id, r.reason, r.text, r.created_at',
    'reports r LEFT JOIN users u ON u.id = r.reported_user_id',
    'r.reporter_id',
    'r.id',
  ),
  // Only what the user was notified of, without the moderators' internal notes.
  moderation: section(
    'l.action, l.target_type, l.reasons, l.note, created_at_of(l.id) AS created_at',
    "(SELECT * FROM moderation_log WHERE action IN ('remove', 'suspend')) l",
    'l.user_id',
    'l.id',
  ),
  notifications: section(
    'n.kind, n.post_id, n.comment_id, n.story_id, n.place_id, n.is_read, created_at_of(n.position) AS created_at',
    'notifications n',
    'n.user_id',
    'n.position',
  ),
  sessions: section('s.device, s.created_at, s.expires_at', 'sessions s', 's.user_id', 's.id'),
  accessTokens: section(
    't.name, t.scopes, t.created_at, t.expires_at, t.last_used_on',
    'access_tokens t',
    't.user_id',
    't.id',
  ),
  passkeys: section('p.name, p.created_at, p.last_used_at', 'passkeys p', 'p.user_id', 'p.id'),
  push: section(
    's.device, p.endpoint, p.created_at',
    'push_subscriptions p JOIN sessions s ON s.id = p.session_id',
    's.user_id',
    's.id',
  ),
} as const
export type ExportedSection = keyof typeof exportedSections

/** Finds the names of a user's pictures: profile, posts, uploads, stories and sent messages. */
export const findPictureNames = statement<{ name: string; has_video: boolean }, [userId: number]>(`
  SELECT m.name, m.video_ms IS NOT NULL AS has_video FROM media m WHERE m.id IN (
    SELECT picture_id FROM users WHERE id = $1
    UNION ALL SELECT media_id FROM posts WHERE author_id = $1
    UNION ALL SELECT pp.media_id FROM posts p JOIN post_pictures pp ON pp.post_id = p.id WHERE p.author_id = $1
    UNION ALL SELECT media_id FROM picture_uploads WHERE user_id = $1
    UNION ALL SELECT media_id FROM stories WHERE author_id = $1
    UNION ALL SELECT x.media_id FROM ${visibleMessagesSql} WHERE me.user_id = $1 AND x.sender_id = $1
  ) ORDER BY m.id`)
