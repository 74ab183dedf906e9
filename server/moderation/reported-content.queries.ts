import type { TargetType } from '#contract/moderation.ts'
import { lockAccount } from '#server/auth/auth.queries.ts'
import type { Database } from '#server/database/connect.ts'
import type { Locked } from '#server/database/locked.ts'
import { statement } from '#server/database/statement.ts'

/** Reported content and its owner; a user is their own owner, a place has none. */
export type ReportedContent = { type: TargetType; id: number; userId: number | null }

/** `user_id`: of the owner; for a place, of the person who added it, if anybody did. */
type LockedRow = Locked<{ id: number; user_id: number | null }>
type LockedPost = Locked<{ id: number }>

/** `post`: of a post itself or of a comment; null for everything else. */
export type LockedContent = LockedRow & { post: LockedPost | null }

const lockPost = statement<LockedRow, [id: number]>(
  'SELECT id, author_id AS user_id FROM posts WHERE id = $1 FOR NO KEY UPDATE',
).first
const findPostOf = statement<{ post_id: number }, [commentId: number]>(
  'SELECT post_id FROM comments WHERE id = $1',
).first
const lockComment = statement<LockedRow, [id: number]>(
  'SELECT id, author_id AS user_id FROM comments WHERE id = $1 FOR NO KEY UPDATE',
).first
const lockStory = statement<LockedRow, [id: number]>(
  'SELECT id, author_id AS user_id FROM stories WHERE id = $1 FOR NO KEY UPDATE',
).first
const lockMessage = statement<LockedRow, [id: number]>(
  'SELECT id, sender_id AS user_id FROM messages WHERE id = $1 FOR NO KEY UPDATE',
).first

const lockEvent = statement<LockedRow, [id: number]>(
  'SELECT id, author_id AS user_id FROM events WHERE id = $1 FOR NO KEY UPDATE',
).first
const lockPlace = statement<LockedRow, [id: number]>(
  'SELECT id, added_by AS user_id FROM places WHERE id = $1 FOR UPDATE',
).first

/** Locks the comment's post first, in the same order as its deletion by the author. */
async function lockCommentAndPost(db: Database, id: number): Promise<LockedContent | undefined> {
  const found = await findPostOf(db, id)
  const post = found && (await lockPost(db, found.post_id))
  const comment = post && (await lockComment(db, id))
  return comment && { ...comment, post }
}

async function lockUser(db: Database, id: number): Promise<LockedRow | undefined> {
  const account = await lockAccount(db, id)
  return account && { ...account, user_id: id }
}

const locks: Record<TargetType, (db: Database, id: number) => Promise<LockedRow | undefined>> = {
  post: lockPost,
  comment: lockComment,
  story: lockStory,
  message: lockMessage,
  place: lockPlace,
  event: lockEvent,
  user: lockUser,
}

/** Locks reported content, whoever may see it; undefined if it does not exist any more. */
export async function lockReportedContent(
  db: Database,
  type: TargetType,
  id: number,
): Promise<LockedContent | undefined> {
  if (type === 'comment') return lockCommentAndPost(db, id)
  const row = await locks[type](db, id)
  return row && { ...row, post: type === 'post' ? row : null }
}

const findExpiredStory = statement<{ id: number }, [id: number]>(
  'SELECT id FROM stories WHERE id = $1 AND expires_at <= statement_timestamp()',
).first
const findDeletedMessage = statement<{ id: number }, [id: number]>(
  'SELECT id FROM messages WHERE id = $1 AND deleted_at IS NOT NULL',
).first

/** Whether content exists only because it was reported: an expired story, or a message that its sender has deleted. */
export async function isKeptForReports(db: Database, type: TargetType, id: number): Promise<boolean> {
  if (type === 'story') return (await findExpiredStory(db, id)) !== undefined
  if (type === 'message') return (await findDeletedMessage(db, id)) !== undefined
  return false
}

/** The payload of a `message` job. */
export type MessageAddress = { from: number; to: number; number: number }

/** Returns sender, recipient and number of a message. */
export const findMessageAddress = statement<MessageAddress, [messageId: number]>(`
  SELECT x.sender_id AS from, CASE c.low_id WHEN x.sender_id THEN c.high_id ELSE c.low_id END AS to, x.number
  FROM messages x JOIN conversations c ON c.id = x.conversation_id WHERE x.id = $1`).first
