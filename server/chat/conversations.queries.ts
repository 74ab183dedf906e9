import { messageCountLimit } from '#contract/chat.ts'
import type { Database } from '#server/database/connect.ts'
import type { Locked } from '#server/database/locked.ts'
import { statement } from '#server/database/statement.ts'
import type { PageParameters } from '#server/platform/keyset.ts'
import type { ConversationUpdate } from '#server/platform/live/announce.ts'
import { notBlockedSql, notMutedSql, type PresentedUserRow, userJoinSql } from '#server/users/users.queries.ts'
import type { MessagingPermission, RequestStatus } from './chat.rules.ts'
import { messageColumnsSql, messageJoinsSql, messageNotHiddenSql, type MessageRow } from './messages.queries.ts'

// Aliases: `$1` is the viewer, `u` the other person, `me` and `their` their rows in conversation_members, `x` a
// message.

/** A conversation as the viewer sees it. The permission is the viewer's to write to the other person. */
export type ConversationRow = {
  own_request_status: RequestStatus | null
  position: number | null
  read_up_to: number
  unread_count: number
  other_received_up_to: number
  other_read_up_to: number
  last_message: MessageRow | null
} & PresentedUserRow &
  MessagingPermission

const permissionColumnsSql = `their.request_status,
    COALESCE((SELECT s.chat_from FROM user_settings s WHERE s.user_id = u.id), 'everyone') AS chat_from,
    (SELECT 1 FROM follows f
      WHERE f.follower_id = u.id AND f.followee_id = $1 AND f.status = 'accepted' LIMIT 1) IS NOT NULL
      AS follows_sender,
    (SELECT 1 FROM spotted_requests s JOIN posts p ON p.id = s.post_id
      WHERE s.requester_id IN ($1, u.id) AND s.status = 'confirmed' AND p.author_id IN ($1, u.id) LIMIT 1) IS NOT NULL
      AS is_confirmed_spotted`

const unreadSql = `x.conversation_id = me.conversation_id AND x.number > me.read_up_to AND x.sender_id <> $1
      AND x.deleted_at IS NULL AND ${messageNotHiddenSql}`

const conversationColumnsSql = `u.id, u.username, u.display_name, up.name AS picture, me.request_status AS own_request_status,
    me.position, COALESCE(me.read_up_to, 0) AS read_up_to,
    (SELECT count(*)::int FROM (SELECT 1 FROM messages x WHERE ${unreadSql} LIMIT ${messageCountLimit}) unread)
      AS unread_count,
    CASE WHEN their.request_status = 'accepted' THEN their.received_up_to ELSE 0 END AS other_received_up_to,
    CASE WHEN their.request_status = 'accepted' THEN their.read_up_to ELSE 0 END AS other_read_up_to,
    ${permissionColumnsSql},
    (SELECT to_jsonb(latest) FROM (
      SELECT ${messageColumnsSql}
      FROM (SELECT x.* FROM messages x WHERE x.conversation_id = me.conversation_id AND ${messageNotHiddenSql}
        ORDER BY x.number DESC LIMIT 1) x ${messageJoinsSql}
    ) latest) AS last_message`

/**
 * Returns the conversation of the viewer with a person, even if there are no messages; undefined if the person is
 * blocked, suspended or deleted, or is the viewer.
 */
export const findConversation = statement<ConversationRow, [viewerId: number, otherId: number]>(`
  SELECT ${conversationColumnsSql}
  FROM users u
    LEFT JOIN media up ON up.id = u.picture_id
    LEFT JOIN conversation_members me ON me.user_id = $1 AND me.other_id = u.id
    LEFT JOIN conversation_members their ON their.user_id = u.id AND their.other_id = $1
  WHERE u.id = $2 AND u.id <> $1 AND ${notBlockedSql}`).first

/** Returns the viewer's conversations with a request status, latest activity first. */
export const findConversations = statement<
  ConversationRow & { position: number },
  PageParameters & { viewerId: number; requestStatus: RequestStatus }
>(
  `
  SELECT ${conversationColumnsSql}
  FROM (
    SELECT me.* FROM conversation_members me ${userJoinSql('me.other_id')}
    WHERE me.user_id = $1 AND me.request_status = $2 AND me.position < $3 AND ${notBlockedSql}
    ORDER BY me.position DESC LIMIT $4 OFFSET $5
  ) me
    JOIN users u ON u.id = me.other_id
    LEFT JOIN media up ON up.id = u.picture_id
    LEFT JOIN conversation_members their ON their.user_id = me.other_id AND their.other_id = $1
  ORDER BY me.position DESC`,
  ['viewerId', 'requestStatus', 'before', 'limit', 'offset'],
)

export type ConversationCounts = { unread_conversations: number; requests_count: number }

const countMembersSql = (conditionSql: string) => `(
    SELECT count(*)::int FROM (
      SELECT 1 FROM conversation_members me ${userJoinSql('me.other_id')}
      WHERE me.user_id = $1 AND me.position IS NOT NULL AND ${conditionSql} AND ${notBlockedSql}
        AND ${notMutedSql('u.id')}
      LIMIT ${messageCountLimit}) counted
  )`

const countBoth = statement<ConversationCounts, [viewerId: number]>(`
  SELECT
    ${countMembersSql(`me.request_status = 'accepted' AND me.last_incoming > me.read_up_to
        AND (SELECT 1 FROM messages x WHERE ${unreadSql} LIMIT 1) IS NOT NULL`)} AS unread_conversations,
    ${countMembersSql("me.request_status = 'pending'")} AS requests_count`)

/** Counts the viewer's unread conversations and unanswered requests, without those with muted people, each up to `messageCountLimit`. */
export async function countConversations(db: Database, viewerId: number): Promise<ConversationCounts> {
  return (await countBoth.first(db, viewerId)) ?? { unread_conversations: 0, requests_count: 0 }
}

/** Returns the senders of messages that none of the viewer's devices has received, and the last number of each. */
export const findUndelivered = statement<{ other_id: number; up_to: number }, [viewerId: number, limit: number]>(`
  SELECT me.other_id, me.last_incoming AS up_to FROM conversation_members me ${userJoinSql('me.other_id')}
  WHERE me.user_id = $1 AND me.last_incoming > me.received_up_to AND me.position IS NOT NULL
    AND me.request_status <> 'declined' AND ${notBlockedSql}
  LIMIT $2`)

type LockedConversation = Locked<{ id: number }>

/** Locks the conversation of two people; undefined if there is none. */
export const lockConversation = statement<LockedConversation, [oneId: number, otherId: number]>(`
  SELECT id FROM conversations
  WHERE low_id = LEAST($1::bigint, $2) AND high_id = GREATEST($1::bigint, $2) FOR NO KEY UPDATE`).first

const insertConversation = statement<never, [oneId: number, otherId: number]>(`
  INSERT INTO conversations (low_id, high_id) VALUES (LEAST($1::bigint, $2), GREATEST($1::bigint, $2))
  ON CONFLICT (low_id, high_id) DO NOTHING`)

/** Locks the conversation of two people, and creates it if there is none. */
export async function lockOrInsertConversation(
  db: Database,
  oneId: number,
  otherId: number,
): Promise<LockedConversation> {
  const existing = await lockConversation(db, oneId, otherId)
  if (existing) return existing
  await insertConversation(db, oneId, otherId)
  const created = await lockConversation(db, oneId, otherId)
  if (!created) throw new Error('the new conversation does not exist')
  return created
}

/** Returns whether a person may write to another; undefined if the other is blocked, suspended or deleted. */
export const findMessagingPermission = statement<MessagingPermission, [senderId: number, otherId: number]>(`
  SELECT ${permissionColumnsSql}
  FROM users u LEFT JOIN conversation_members their ON their.user_id = u.id AND their.other_id = $1
  WHERE u.id = $2 AND ${notBlockedSql}`).first

const clear = statement<never, [conversationId: number, userId: number]>(`
  UPDATE conversation_members me SET cleared_up_to = c.last_number, read_up_to = c.last_number, position = NULL
  FROM conversations c WHERE c.id = $1 AND me.conversation_id = c.id AND me.user_id = $2`)

/** Deletes all messages so far for one member. */
export const clearConversation = (db: Database, conversation: LockedConversation, userId: number) =>
  clear(db, conversation.id, userId)

export const updateRequestStatus = statement<never, { userId: number; otherId: number; requestStatus: RequestStatus }>(
  'UPDATE conversation_members SET request_status = $3 WHERE user_id = $1 AND other_id = $2',
  ['userId', 'otherId', 'requestStatus'],
)

export type UpdatedMember = { other_id: number; request_status: RequestStatus }

/** Marks messages as received. @returns the conversations in which that is new. */
export const markReceived = statement<UpdatedMember, [userId: number, otherIds: number[], upTo: number[]]>(`
  UPDATE conversation_members me SET received_up_to = LEAST(r.up_to, c.last_number)
  FROM unnest($2::bigint[], $3::int[]) r (other_id, up_to), conversations c
  WHERE me.user_id = $1 AND me.other_id = r.other_id AND c.id = me.conversation_id
    AND me.received_up_to < LEAST(r.up_to, c.last_number)
  RETURNING me.other_id, me.request_status`)

/** Marks messages as read, and thereby as received. @returns the conversation if that is new. */
export const markRead = statement<UpdatedMember, [userId: number, otherId: number, upTo: number]>(`
  UPDATE conversation_members me SET read_up_to = LEAST($3::bigint, c.last_number),
    received_up_to = GREATEST(me.received_up_to, LEAST($3::bigint, c.last_number))
  FROM conversations c
  WHERE me.user_id = $1 AND me.other_id = $2 AND c.id = me.conversation_id
    AND me.read_up_to < LEAST($3::bigint, c.last_number)
  RETURNING me.other_id, me.request_status`)

/** Open pages of this many partners are updated at once; others when they load the conversation again. */
const maxUpdatedPartners = 1000
const findPartners = statement<{ other_id: number }, [userId: number]>(`
  SELECT other_id FROM conversation_members
  WHERE user_id = $1 ORDER BY position DESC NULLS LAST LIMIT ${maxUpdatedPartners}`)

/** Of these people, those whose list shows a conversation with the user. */
const findListing = statement<{ user_id: number }, [userId: number, partnerIds: number[]]>(`
  SELECT me.user_id FROM conversation_members me
  WHERE me.user_id = ANY($2::bigint[]) AND me.other_id = $1 AND me.position IS NOT NULL
    AND me.request_status <> 'declined'
    AND NOT EXISTS (SELECT 1 FROM blocks b
      WHERE (b.blocker_id = me.user_id AND b.blocked_id = $1) OR (b.blocker_id = $1 AND b.blocked_id = me.user_id))`)

/**
 * Returns the updates for people whose list is about to lose its conversation with a user: a conversation outside their
 * list gives no update. Call it before the change that hides the conversation.
 */
async function findClosings(db: Database, userId: number, partnerIds: number[]): Promise<ConversationUpdate[]> {
  const listing = await findListing(db, userId, partnerIds)
  return listing.map(({ user_id }) => ({ viewerId: user_id, otherId: userId, messageNumbers: [], isClosed: true }))
}

/** Returns the updates for the partners of a user who is about to be suspended or deleted. */
export async function findClosingsForPartners(db: Database, userId: number): Promise<ConversationUpdate[]> {
  const partners = await findPartners(db, userId)
  return findClosings(
    db,
    userId,
    partners.map(({ other_id }) => other_id),
  )
}

/** Returns the updates of a viewer's list, who is about to block somebody. */
export const findOwnClosings = (db: Database, viewerId: number, blockedId: number): Promise<ConversationUpdate[]> =>
  findClosings(db, blockedId, [viewerId])
