import { messageCountLimit } from '#contract/chat.ts'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import type { ConversationUpdate } from '#server/platform/live/announce.ts'
import { visiblePostSql } from '#server/posts/visibility.queries.ts'
import { notBlockedSql, userJoinSql } from '#server/users/users.queries.ts'
import type { MessagingPermission, RequestStatus } from './chat.rules.ts'

/** Characters of a shared post that are shown. */
const previewLength = 140

/** What of `messages x` is there for a member `me`: nothing that they have deleted for themselves. */
export const messageNotHiddenSql =
  '(x.number > me.cleared_up_to AND (SELECT 1 FROM hidden_messages h WHERE h.user_id = me.user_id AND h.message_id = x.id LIMIT 1) IS NULL)'

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
  shares_post: boolean
  post_id: number | null
  post_author_id: number
  post_username: string
  post_text: string
  post_picture: string | null
  post_place: string
  is_deleted: boolean
  created_at: Date
}

/** A message `x` as member `me`, who is viewer `$1`, sees it. Of a shared post what they may see; its picture only where they have accepted who sent it. */
const messageColumns = `x.id, x.number, x.sender_id = $1 AS is_own, CASE WHEN x.sender_id = $1 THEN x.client_id END AS client_id,
    CASE WHEN x.deleted_at IS NULL THEN x.text ELSE '' END AS text,
    m.name AS picture, m.width AS picture_width, m.height AS picture_height, m.thumbhash AS picture_thumbhash,
    x.shares_post AND x.deleted_at IS NULL AS shares_post,
    shared.id AS post_id, shared.author_id AS post_author_id, shared.username AS post_username, shared.text AS post_text, shared.place AS post_place,
    CASE WHEN me.request_status = 'accepted' OR x.sender_id = $1 THEN shared.picture END AS post_picture,
    x.deleted_at IS NOT NULL AS is_deleted, created_at_of(x.id) AS created_at`
const messageTables = `LEFT JOIN media m ON m.id = x.media_id AND x.deleted_at IS NULL
    LEFT JOIN LATERAL (
      SELECT p.id, p.author_id, u.username, left(p.text, ${previewLength}) AS text, pm.name AS picture, pl.name AS place
      FROM posts p JOIN users u ON u.id = p.author_id JOIN places pl ON pl.id = p.place_id LEFT JOIN media pm ON pm.id = p.media_id
      WHERE p.id = x.post_id AND x.deleted_at IS NULL AND ${visiblePostSql} LIMIT 1
    ) shared ON true`

/** The messages between the viewer and somebody, newest first. They are walked from the number on: a page costs what it shows. */
export const findMessages = statement<
  MessageRow,
  [viewerId: number, otherId: number, before: number, limit: number, offset: number]
>(`
  SELECT ${messageColumns}
  FROM conversation_members me
    CROSS JOIN LATERAL (
      SELECT x.* FROM messages x WHERE x.conversation_id = me.conversation_id AND x.number < $3::bigint AND ${messageNotHiddenSql}
      ORDER BY x.number DESC LIMIT $4 OFFSET $5
    ) x
    ${messageTables}
  WHERE me.user_id = $1 AND me.other_id = $2
  ORDER BY x.number DESC`)

/** Some messages between the viewer and somebody, by their numbers. */
export const findMessagesByNumber = statement<MessageRow, [viewerId: number, otherId: number, numbers: number[]]>(`
  SELECT ${messageColumns}
  FROM conversation_members me JOIN messages x ON x.conversation_id = me.conversation_id ${messageTables}
  WHERE me.user_id = $1 AND me.other_id = $2 AND x.number = ANY($3::int[]) AND ${messageNotHiddenSql}
  ORDER BY x.number`)

/** What the viewer sees of a conversation; `last` is its latest message. `stance` and `consent` of who is written to. */
export type ConversationRow = {
  id: number
  username: string
  picture: string | null
  own_request_status: RequestStatus | null
  position: number | null
  read_up_to: number
  unread_count: number
  other_received_up_to: number
  other_read_up_to: number
  last_message: MessageRow | null
} & MessagingPermission

/** How the other, `u`, stands to it that viewer `$1` writes to them; `their` is their side of it. */
const consentColumns = `their.request_status, COALESCE((SELECT s.chat_from FROM user_settings s WHERE s.user_id = u.id), 'everyone') AS chat_from,
    (SELECT 1 FROM follows f WHERE f.follower_id = u.id AND f.followee_id = $1 AND f.status = 'accepted' LIMIT 1) IS NOT NULL AS follows_sender,
    (SELECT 1 FROM spotted_requests s JOIN posts p ON p.id = s.post_id WHERE s.requester_id = u.id AND s.status = 'confirmed' AND p.author_id = $1 LIMIT 1) IS NOT NULL AS confirmed_by_sender`

const unread = `x.conversation_id = me.conversation_id AND x.number > me.read_up_to AND x.sender_id <> $1 AND x.deleted_at IS NULL AND ${messageNotHiddenSql}`

const conversationColumns = `u.id, u.username, up.name AS picture, me.request_status AS own_request_status, me.position, COALESCE(me.read_up_to, 0) AS read_up_to,
    (SELECT count(*)::int FROM (SELECT 1 FROM messages x WHERE ${unread} LIMIT ${messageCountLimit}) unread) AS unread_count,
    CASE WHEN their.request_status = 'accepted' THEN their.received_up_to ELSE 0 END AS other_received_up_to,
    CASE WHEN their.request_status = 'accepted' THEN their.read_up_to ELSE 0 END AS other_read_up_to,
    ${consentColumns},
    (SELECT to_jsonb(latest) FROM (
      SELECT ${messageColumns}
      FROM (SELECT x.* FROM messages x WHERE x.conversation_id = me.conversation_id AND ${messageNotHiddenSql} ORDER BY x.number DESC LIMIT 1) x ${messageTables}
    ) latest) AS last_message`

const findOne = statement<ConversationRow, [viewerId: number, otherId: number]>(`
  SELECT ${conversationColumns}
  FROM users u
    LEFT JOIN media up ON up.id = u.picture_id
    LEFT JOIN conversation_members me ON me.user_id = $1 AND me.other_id = u.id
    LEFT JOIN conversation_members their ON their.user_id = u.id AND their.other_id = $1
  WHERE u.id = $2 AND u.id <> $1 AND ${notBlockedSql}`)

/** What there is between the viewer and somebody, also where nobody has written yet; undefined for whom a block parts from the viewer, who is suspended or gone, and for oneself. */
export async function findConversation(
  db: Database,
  viewerId: number,
  otherId: number,
): Promise<ConversationRow | undefined> {
  const [row] = await findOne(db, viewerId, otherId)
  return row
}

/** The viewer's conversations to which they stand so, the last that moved first. */
export const findConversations = statement<
  ConversationRow & { position: number },
  [viewerId: number, requestStatus: RequestStatus, before: number, limit: number, offset: number]
>(`
  SELECT ${conversationColumns}
  FROM (
    SELECT me.* FROM conversation_members me ${userJoinSql('me.other_id')}
    WHERE me.user_id = $1 AND me.request_status = $2 AND me.position < $3 AND ${notBlockedSql}
    ORDER BY me.position DESC LIMIT $4 OFFSET $5
  ) me
    JOIN users u ON u.id = me.other_id
    LEFT JOIN media up ON up.id = u.picture_id
    LEFT JOIN conversation_members their ON their.user_id = me.other_id AND their.other_id = $1
  ORDER BY me.position DESC`)

export type ConversationCounts = { unread_conversations: number; requests_count: number }

const waitingMembers = (condition: string) => `(
    SELECT count(*)::int FROM (SELECT 1 FROM conversation_members me ${userJoinSql('me.other_id')}
    WHERE me.user_id = $1 AND me.position IS NOT NULL AND ${condition} AND ${notBlockedSql} LIMIT ${messageCountLimit}) waiting
  )`

const countBoth = statement<ConversationCounts, [viewerId: number]>(`
  SELECT ${waitingMembers("me.request_status = 'accepted' AND me.last_incoming > me.read_up_to")} AS unread_conversations, ${waitingMembers("me.request_status = 'pending'")} AS requests_count`)

/** How many conversations wait for the viewer, as far as is counted. */
export async function countConversations(db: Database, viewerId: number): Promise<ConversationCounts> {
  const [row] = await countBoth(db, viewerId)
  return row ?? { unread_conversations: 0, requests_count: 0 }
}

/** What has arrived at none of the viewer's devices yet: from whom, and up to which number. */
export const findUndelivered = statement<{ other_id: number; up_to: number }, [viewerId: number, limit: number]>(`
  SELECT me.other_id, me.last_incoming AS up_to FROM conversation_members me ${userJoinSql('me.other_id')}
  WHERE me.user_id = $1 AND me.last_incoming > me.received_up_to AND me.position IS NOT NULL AND me.request_status <> 'declined' AND ${notBlockedSql}
  LIMIT $2`)

const lockPair = statement<{ id: number }, [oneId: number, otherId: number]>(
  'SELECT id FROM conversations WHERE low_id = LEAST($1::bigint, $2) AND high_id = GREATEST($1::bigint, $2) FOR NO KEY UPDATE',
)
const insertPair = statement<never, [oneId: number, otherId: number]>(
  'INSERT INTO conversations (low_id, high_id) VALUES (LEAST($1::bigint, $2), GREATEST($1::bigint, $2)) ON CONFLICT (low_id, high_id) DO NOTHING',
)

/** Takes the conversation of two people for this transaction. @returns its id; undefined where there is none. */
export async function lockConversation(db: Database, oneId: number, otherId: number): Promise<number | undefined> {
  const [row] = await lockPair(db, oneId, otherId)
  return row?.id
}

/** The same; where there is none it is begun. */
export async function lockOrInsertConversation(db: Database, oneId: number, otherId: number): Promise<number> {
  const found = await lockConversation(db, oneId, otherId)
  if (found !== undefined) return found
  await insertPair(db, oneId, otherId)
  const begun = await lockConversation(db, oneId, otherId)
  if (begun === undefined) throw new Error('a conversation that was begun is not there')
  return begun
}

const findConsentOf = statement<MessagingPermission, [writerId: number, otherId: number]>(`
  SELECT ${consentColumns} FROM users u LEFT JOIN conversation_members their ON their.user_id = u.id AND their.other_id = $1 WHERE u.id = $2 AND ${notBlockedSql}`)

/** Whether somebody would let this person write; undefined for whom a block parts from them, who is suspended or gone. */
export async function findMessagingPermission(
  db: Database,
  writerId: number,
  otherId: number,
): Promise<MessagingPermission | undefined> {
  const [consent] = await findConsentOf(db, writerId, otherId)
  return consent
}

const findByClientId = statement<{ number: number }, [senderId: number, otherId: number, clientId: string]>(`
  SELECT x.number FROM conversation_members me JOIN messages x ON x.conversation_id = me.conversation_id
  WHERE me.user_id = $1 AND me.other_id = $2 AND x.sender_id = $1 AND x.client_id = $3`)

/** The number of what was sent under this name already. */
export async function findSentMessageNumber(
  db: Database,
  senderId: number,
  otherId: number,
  clientId: string,
): Promise<number | undefined> {
  const [row] = await findByClientId(db, senderId, otherId, clientId)
  return row?.number
}

export type NewMessageRow = {
  conversationId: number
  senderId: number
  otherId: number
  requestStatus: RequestStatus
  clientId: string
  text: string
  mediaId: number | null
  postId: number | null
}

/** Writing to somebody accepts what they write. */
const insert = statement<
  { number: number },
  [
    conversationId: number,
    senderId: number,
    otherId: number,
    requestStatus: RequestStatus,
    clientId: string,
    text: string,
    mediaId: number | null,
    postId: number | null,
  ]
>(`
  WITH counted AS (UPDATE conversations SET last_number = last_number + 1 WHERE id = $1 RETURNING last_number),
    written AS (
      INSERT INTO messages (conversation_id, number, sender_id, client_id, text, media_id, post_id, shares_post)
      SELECT $1, last_number, $2, $5::uuid, $6, $7::bigint, $8::bigint, $8::bigint IS NOT NULL FROM counted RETURNING id, number
    ),
    own AS (
      INSERT INTO conversation_members (user_id, other_id, conversation_id, request_status, position) SELECT $2, $3::bigint, $1, 'accepted', id FROM written
      ON CONFLICT (user_id, other_id) DO UPDATE SET request_status = excluded.request_status, position = excluded.position
    ),
    theirs AS (
      INSERT INTO conversation_members (user_id, other_id, conversation_id, request_status, position, last_incoming) SELECT $3::bigint, $2, $1, $4, id, number FROM written
      ON CONFLICT (user_id, other_id) DO UPDATE SET request_status = excluded.request_status, position = excluded.position, last_incoming = excluded.last_incoming
    )
  SELECT number FROM written`)

/** Writes a message, and moves the conversation up for both; to be called with it locked. @returns its number. */
export async function insertMessage(
  db: Database,
  { conversationId, senderId, otherId, requestStatus, clientId, text, mediaId, postId }: NewMessageRow,
): Promise<number> {
  const [row] = await insert(db, conversationId, senderId, otherId, requestStatus, clientId, text, mediaId, postId)
  if (!row) throw new Error('a message was not written')
  return row.number
}

export type OwnedMessage = {
  conversation_id: number
  number: number
  sender_id: number
  other_id: number
  age_ms: number
  is_deleted: boolean
}

/** Ids tell when they were made (migration 0001), by the clock of the database: so does this. */
const lockOne = statement<OwnedMessage, [viewerId: number, messageId: number]>(`
  SELECT x.conversation_id, x.number, x.sender_id, me.other_id, (first_id_at(clock_timestamp()) >> 12) - (x.id >> 12) AS age_ms, x.deleted_at IS NOT NULL AS is_deleted
  FROM messages x JOIN conversation_members me ON me.conversation_id = x.conversation_id AND me.user_id = $1
  WHERE x.id = $2 AND ${messageNotHiddenSql} FOR NO KEY UPDATE OF x`)

/** Takes a message that is there for the viewer, one of the two; `age` in milliseconds. */
export async function lockMessage(
  db: Database,
  viewerId: number,
  messageId: number,
): Promise<OwnedMessage | undefined> {
  const [message] = await lockOne(db, viewerId, messageId)
  return message
}

export async function hideMessage(db: Database, userId: number, messageId: number): Promise<void> {
  await db
    .insertInto('hidden_messages')
    .values({ user_id: userId, message_id: messageId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What a moderator has yet to judge. */
const isReported = '(SELECT 1 FROM reports r WHERE r.message_id = x.id AND r.closed_by IS NULL LIMIT 1) IS NOT NULL'

/**
 * Nobody sees it any more; to be called with it locked. What is reported keeps what it said, for the moderators alone,
 * until they have decided: then it is to be deleted again.
 * @returns the id of the picture that it had, and has no more.
 */
export const deleteMessageForBoth = statement<{ media_id: number | null }, [messageId: number]>(`
  WITH was AS (SELECT x.id, x.media_id, ${isReported} AS is_kept FROM messages x WHERE x.id = $1),
    kept AS (UPDATE messages x SET deleted_at = COALESCE(deleted_at, now()) FROM was WHERE x.id = was.id AND was.is_kept)
  UPDATE messages x SET deleted_at = COALESCE(deleted_at, now()), text = '', media_id = NULL, post_id = NULL, shares_post = false FROM was
  WHERE x.id = was.id AND NOT was.is_kept RETURNING was.media_id`)

/** Takes all that was written so far from one of the two; to be called with the conversation locked. */
export const clearConversation = statement<never, [userId: number, otherId: number]>(`
  UPDATE conversation_members me SET cleared_up_to = c.last_number, read_up_to = c.last_number, position = NULL
  FROM conversations c WHERE c.id = me.conversation_id AND me.user_id = $1 AND me.other_id = $2`)

export async function updateRequestStatus(
  db: Database,
  userId: number,
  otherId: number,
  requestStatus: RequestStatus,
): Promise<void> {
  await db
    .updateTable('conversation_members')
    .set({ request_status: requestStatus })
    .where('user_id', '=', userId)
    .where('other_id', '=', otherId)
    .execute()
}

export type UpdatedMember = { other_id: number; request_status: RequestStatus }

/** @returns those of which that was not known yet. */
export const markReceived = statement<UpdatedMember, [userId: number, otherIds: number[], upTo: number[]]>(`
  UPDATE conversation_members me SET received_up_to = LEAST(r.up_to, c.last_number)
  FROM unnest($2::bigint[], $3::int[]) r (other_id, up_to), conversations c
  WHERE me.user_id = $1 AND me.other_id = r.other_id AND c.id = me.conversation_id AND me.received_up_to < LEAST(r.up_to, c.last_number)
  RETURNING me.other_id, me.request_status`)

/** What is read has arrived. @returns nothing where that was known already. */
export const markRead = statement<UpdatedMember, [userId: number, otherId: number, upTo: number]>(`
  UPDATE conversation_members me SET read_up_to = LEAST($3::bigint, c.last_number), received_up_to = GREATEST(me.received_up_to, LEAST($3::bigint, c.last_number))
  FROM conversations c
  WHERE me.user_id = $1 AND me.other_id = $2 AND c.id = me.conversation_id AND me.read_up_to < LEAST($3::bigint, c.last_number)
  RETURNING me.other_id, me.request_status`)

/** Partners whose open pages hear at once that somebody is gone; the others when they look. */
const toldLimit = 1000
const findPartners = statement<{ other_id: number }, [userId: number]>(`
  SELECT other_id FROM conversation_members WHERE user_id = $1 ORDER BY position DESC NULLS LAST LIMIT ${toldLimit}`)

/** What those see with whom somebody speaks, to be announced when that person comes or goes. */
export async function findConversationUpdatesForPartners(db: Database, userId: number): Promise<ConversationUpdate[]> {
  return (await findPartners(db, userId)).map(({ other_id }) => ({
    viewerId: other_id,
    otherId: userId,
    messageNumbers: [],
  }))
}

export type MessagePushCandidate = {
  text: string
  has_picture: boolean
  shares_post: boolean
  username: string
  request_status: RequestStatus
  notify_messages: boolean
  show_message_text: boolean
}

const findRinging = statement<MessagePushCandidate, [userId: number, fromId: number, number: number]>(`
  SELECT x.text, x.media_id IS NOT NULL AS has_picture, x.shares_post, u.username, me.request_status,
    COALESCE(s.notify_messages, true) AS notify_messages, COALESCE(s.show_message_text, false) AS show_message_text
  FROM conversation_members me JOIN messages x ON x.conversation_id = me.conversation_id JOIN users u ON u.id = me.other_id
    LEFT JOIN user_settings s ON s.user_id = me.user_id
  WHERE me.user_id = $1 AND me.other_id = $2 AND x.number = $3 AND x.number > me.read_up_to AND x.deleted_at IS NULL AND ${messageNotHiddenSql} AND ${notBlockedSql}`)

/** What there is to say of a message to who has not read it; undefined where there is nothing any more. */
export async function findMessagePushCandidate(
  db: Database,
  userId: number,
  fromId: number,
  number: number,
): Promise<MessagePushCandidate | undefined> {
  const [row] = await findRinging(db, userId, fromId, number)
  return row
}
