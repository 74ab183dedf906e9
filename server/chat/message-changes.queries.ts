import type { Reaction } from '#contract/reactions.ts'
import type { Database } from '#server/database/connect.ts'
import type { Locked } from '#server/database/locked.ts'
import { statement } from '#server/database/statement.ts'
import type { RequestStatus } from './chat.rules.ts'
import { messageNotHiddenSql } from './messages.queries.ts'

// Aliases: `x` is a message, `me` the viewer's row in conversation_members.

/** Returns the number of a message that was sent already under a client id. */
export const findSentMessage = statement<{ number: number }, [senderId: number, otherId: number, clientId: string]>(`
  SELECT x.number FROM conversation_members me JOIN messages x ON x.conversation_id = me.conversation_id
  WHERE me.user_id = $1 AND me.other_id = $2 AND x.sender_id = $1 AND x.client_id = $3`).first

export type MessageInsert = {
  senderId: number
  otherId: number
  /** The recipient's new request status. */
  requestStatus: RequestStatus
  clientId: string
  text: string
  mediaId: number | null
  postId: number | null
  /** The number of the message that it answers. */
  replyTo: number | null
}

const insert = statement<{ number: number }, MessageInsert & { conversationId: number }>(
  `
  WITH counted AS (UPDATE conversations SET last_number = last_number + 1 WHERE id = $1 RETURNING last_number),
    inserted AS (
      INSERT INTO messages (conversation_id, number, sender_id, client_id, text, media_id, post_id, shares_post, reply_to)
      SELECT $1, last_number, $2, $5::uuid, $6, $7::bigint, $8::bigint, $8::bigint IS NOT NULL, $9::int FROM counted
      RETURNING id, number
    ),
    own AS (
      INSERT INTO conversation_members (user_id, other_id, conversation_id, request_status, position)
      SELECT $2, $3::bigint, $1, 'accepted', id FROM inserted
      ON CONFLICT (user_id, other_id)
        DO UPDATE SET request_status = excluded.request_status, position = excluded.position
    ),
    theirs AS (
      INSERT INTO conversation_members (user_id, other_id, conversation_id, request_status, position, last_incoming)
      SELECT $3::bigint, $2, $1, $4, id, number FROM inserted
      ON CONFLICT (user_id, other_id) DO UPDATE SET
        request_status = excluded.request_status, position = excluded.position, last_incoming = excluded.last_incoming
    )
  SELECT number FROM inserted`,
  ['conversationId', 'senderId', 'otherId', 'requestStatus', 'clientId', 'text', 'mediaId', 'postId', 'replyTo'],
)

/**
 * Inserts a message, and moves the conversation to the top for both members. Sending accepts the other's request.
 * @returns the message's number.
 */
export async function insertMessage(
  db: Database,
  conversation: Locked<{ id: number }>,
  message: MessageInsert,
): Promise<number> {
  const row = await insert.first(db, { ...message, conversationId: conversation.id })
  if (!row) throw new Error('the message was not inserted')
  return row.number
}

export type OwnedMessage = {
  id: number
  conversation_id: number
  number: number
  sender_id: number
  other_id: number
  age_ms: number
  is_deleted: boolean
}

/**
 * Locks a message of one of the viewer's conversations; undefined if they have deleted it for themselves.
 * The age is computed from the id, which contains the time (`time_ordered_id`), by the database's clock, which wrote it.
 */
export const lockMessage = statement<Locked<OwnedMessage>, [viewerId: number, messageId: number]>(`
  SELECT x.id, x.conversation_id, x.number, x.sender_id, me.other_id,
    (first_id_at(clock_timestamp()) >> 12) - (x.id >> 12) AS age_ms, x.deleted_at IS NOT NULL AS is_deleted
  FROM messages x JOIN conversation_members me ON me.conversation_id = x.conversation_id AND me.user_id = $1
  WHERE x.id = $2 AND ${messageNotHiddenSql} FOR NO KEY UPDATE OF x`).first

/** Deletes a message for one member. */
export const hideMessage = statement<never, [userId: number, messageId: number]>(
  'INSERT INTO hidden_messages (user_id, message_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
)

const hasOpenReportSql =
  '(SELECT 1 FROM reports r WHERE r.message_id = x.id AND r.closed_by IS NULL LIMIT 1) IS NOT NULL'

const deleteForBoth = statement<{ media_id: number | null }, [messageId: number]>(`
  WITH old AS (SELECT x.id, x.media_id, ${hasOpenReportSql} AS is_kept FROM messages x WHERE x.id = $1),
    kept AS (
      UPDATE messages x SET deleted_at = COALESCE(deleted_at, now()) FROM old WHERE x.id = old.id AND old.is_kept),
    unreacted AS (DELETE FROM message_reactions WHERE message_id = $1)
  UPDATE messages x
  SET deleted_at = COALESCE(deleted_at, now()), text = '', media_id = NULL, post_id = NULL, shares_post = false,
    reply_to = NULL
  FROM old
  WHERE x.id = old.id AND NOT old.is_kept RETURNING old.media_id`)

/**
 * Deletes a message for both members. A reported message keeps its content for the moderators until they have decided,
 * and is then deleted again.
 * @returns the id of the picture that it no longer has.
 */
export const deleteMessageForBoth = (db: Database, message: Locked<{ id: number }>) =>
  deleteForBoth.first(db, message.id)

/** Finds a message of a conversation that the sender may answer: not deleted, neither for both nor for themselves. */
export const findAnswerable = statement<{ number: number }, [senderId: number, otherId: number, number: number]>(`
  SELECT x.number FROM conversation_members me JOIN messages x ON x.conversation_id = me.conversation_id
  WHERE me.user_id = $1 AND me.other_id = $2 AND x.number = $3 AND x.deleted_at IS NULL AND ${messageNotHiddenSql}`).first

/** Sets the only reaction of a user to a message. */
export const upsertReaction = statement<
  never,
  [message: Locked<{ id: number }>['id'], userId: number, reaction: Reaction]
>(`
  INSERT INTO message_reactions (message_id, user_id, reaction) VALUES ($1, $2, $3)
  ON CONFLICT (message_id, user_id) DO UPDATE SET reaction = excluded.reaction`)

export const deleteReaction = statement<never, [message: Locked<{ id: number }>['id'], userId: number]>(
  'DELETE FROM message_reactions WHERE message_id = $1 AND user_id = $2',
)
