import type { QuotedMessage } from '#contract/chat.ts'
import type { Reaction } from '#contract/reactions.ts'
import { statement } from '#server/database/statement.ts'
import type { PageParameters } from '#server/platform/keyset.ts'
import { visiblePostSql } from '#server/posts/visibility.queries.ts'
import { notBlockedSql, notMutedSql } from '#server/users/users.queries.ts'
import type { RequestStatus } from './chat.rules.ts'

// Aliases: `x` is a message, `me` the viewer's row in conversation_members, `$1` the viewer.

const sharedPostPreviewLength = 140
const quotedPreviewLength = 140

/** Whether a message exists for member `me`, who may have deleted it for themselves. */
const messageNotHiddenSqlFor = (message: string) => `(${message}.number > me.cleared_up_to AND
    (SELECT 1 FROM hidden_messages h WHERE h.user_id = me.user_id AND h.message_id = ${message}.id LIMIT 1) IS NULL)`
/** The same for message `x`. */
export const messageNotHiddenSql = messageNotHiddenSqlFor('x')

export type MessageRow = {
  id: number
  number: number
  is_own: boolean
  client_id: string | null
  text: string
  picture: string | null
  picture_width: number | null
  picture_height: number | null
  picture_thumbhash: string | null
  picture_alt: string | null
  has_video: boolean
  shares_post: boolean
  post_id: number | null
  post_author_id: number
  post_username: string
  post_text: string
  post_picture: string | null
  post_place: string
  reply: QuotedMessage | null
  /** Null: none. */
  reactions: { reaction: Reaction; is_own: boolean }[] | null
  is_deleted: boolean
  created_at: Date
}

/** Whether the picture of a message is the cover of a video. */
const hasVideoSqlFor = (message: string) =>
  `(SELECT 1 FROM media v WHERE v.id = ${message}.media_id AND v.video_ms IS NOT NULL LIMIT 1) IS NOT NULL`

/** The message that `x` answers, as JSON. Nothing of a deleted one is left, however it was deleted. */
const quotedMessageSql = `CASE WHEN x.reply_to IS NOT NULL AND x.deleted_at IS NULL THEN (
      SELECT json_build_object('number', q.number, 'is_own', q.sender_id = $1,
        'text', CASE WHEN state.is_shown THEN left(q.text, ${quotedPreviewLength}) ELSE '' END,
        'has_image', state.is_shown AND q.media_id IS NOT NULL,
        'has_video', state.is_shown AND ${hasVideoSqlFor('q')}, 'shares_post', state.is_shown AND q.shares_post,
        'is_deleted', NOT state.is_shown)
      FROM messages q
        CROSS JOIN LATERAL (SELECT q.deleted_at IS NULL AND ${messageNotHiddenSqlFor('q')} AS is_shown) state
      WHERE q.conversation_id = x.conversation_id AND q.number = x.reply_to) END`

/** A shared post appears only if the viewer may see it, its picture only once they have accepted the sender. */
export const messageColumnsSql = `x.id, x.number, x.sender_id = $1 AS is_own,
    CASE WHEN x.sender_id = $1 THEN x.client_id END AS client_id,
    CASE WHEN x.deleted_at IS NULL THEN x.text ELSE '' END AS text,
    m.name AS picture, m.width AS picture_width, m.height AS picture_height, m.thumbhash AS picture_thumbhash,
    m.alt AS picture_alt, m.video_ms IS NOT NULL AS has_video,
    x.shares_post AND x.deleted_at IS NULL AS shares_post,
    shared.id AS post_id, shared.author_id AS post_author_id, shared.username AS post_username,
    shared.text AS post_text, shared.place AS post_place,
    CASE WHEN me.request_status = 'accepted' OR x.sender_id = $1 THEN shared.picture END AS post_picture,
    ${quotedMessageSql} AS reply,
    (SELECT json_agg(json_build_object('reaction', r.reaction, 'is_own', r.user_id = $1) ORDER BY r.id)
      FROM message_reactions r WHERE r.message_id = x.id) AS reactions,
    x.deleted_at IS NOT NULL AS is_deleted, created_at_of(x.id) AS created_at`
export const messageJoinsSql = `LEFT JOIN media m ON m.id = x.media_id AND x.deleted_at IS NULL
    LEFT JOIN LATERAL (
      SELECT p.id, p.author_id, u.username, left(p.text, ${sharedPostPreviewLength}) AS text,
        pm.name AS picture, pl.name AS place
      FROM posts p JOIN users u ON u.id = p.author_id JOIN places pl ON pl.id = p.place_id
        LEFT JOIN media pm ON pm.id = p.media_id
      WHERE p.id = x.post_id AND x.deleted_at IS NULL AND ${visiblePostSql} LIMIT 1
    ) shared ON true`

/** Returns the messages of a conversation, newest first. The scan starts at the cursor: it costs one page. */
export const findMessages = statement<MessageRow, PageParameters & { viewerId: number; otherId: number }>(
  `
  SELECT ${messageColumnsSql}
  FROM conversation_members me
    CROSS JOIN LATERAL (
      SELECT x.* FROM messages x
      WHERE x.conversation_id = me.conversation_id AND x.number < $3::bigint AND ${messageNotHiddenSql}
      ORDER BY x.number DESC LIMIT $4 OFFSET $5
    ) x
    ${messageJoinsSql}
  WHERE me.user_id = $1 AND me.other_id = $2
  ORDER BY x.number DESC`,
  ['viewerId', 'otherId', 'before', 'limit', 'offset'],
)

/** Returns messages of a conversation by their numbers. */
export const findMessagesByNumber = statement<MessageRow, [viewerId: number, otherId: number, numbers: number[]]>(`
  SELECT ${messageColumnsSql}
  FROM conversation_members me JOIN messages x ON x.conversation_id = me.conversation_id ${messageJoinsSql}
  WHERE me.user_id = $1 AND me.other_id = $2 AND x.number = ANY($3::int[]) AND ${messageNotHiddenSql}
  ORDER BY x.number`)

export type MessagePushCandidate = {
  text: string
  has_picture: boolean
  has_video: boolean
  shares_post: boolean
  username: string
  request_status: RequestStatus
  notify_messages: boolean
  show_message_text: boolean
}

/**
 * Returns what a push notification needs; undefined if the message was read or deleted meanwhile, or its sender
 * is muted.
 */
export const findMessagePushCandidate = statement<
  MessagePushCandidate,
  [userId: number, fromId: number, number: number]
>(`
  SELECT x.text, x.media_id IS NOT NULL AS has_picture, ${hasVideoSqlFor('x')} AS has_video, x.shares_post,
    u.username, me.request_status,
    COALESCE(s.notify_messages, true) AS notify_messages, COALESCE(s.show_message_text, false) AS show_message_text
  FROM conversation_members me JOIN messages x ON x.conversation_id = me.conversation_id
    JOIN users u ON u.id = me.other_id
    LEFT JOIN user_settings s ON s.user_id = me.user_id
  WHERE me.user_id = $1 AND me.other_id = $2 AND x.number = $3 AND x.number > me.read_up_to AND x.deleted_at IS NULL
    AND ${messageNotHiddenSql} AND ${notBlockedSql} AND ${notMutedSql('u.id')}`).first
