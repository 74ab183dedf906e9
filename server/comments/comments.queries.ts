import { repliesLimit } from '#contract/limits.ts'
import type { Database } from '#server/database/connect.ts'
import type { Locked } from '#server/database/locked.ts'
import { statement } from '#server/database/statement.ts'
import type { PageParameters } from '#server/platform/keyset.ts'
import { visiblePostSql } from '#server/posts/visibility.queries.ts'
import { notBlockedSql, userJoinSql } from '#server/users/users.queries.ts'

export type CommentRow = {
  id: number
  author_id: number
  username: string
  picture: string | null
  text: string
  created_at: Date
  user_liked: boolean
  likes_count: number
  reply_to: number | null
}

const columnsSql = `c.id, c.author_id, u.username, m.name AS picture, c.text, c.created_at, c.likes_count, c.reply_to,
    (SELECT 1 FROM comment_likes l WHERE l.user_id = $1 AND l.comment_id = c.id LIMIT 1) IS NOT NULL AS user_liked`
const commentAuthorJoinSql = userJoinSql('c.author_id')

export type ThreadRow = CommentRow & { replies_count: number }

/** Returns the comments on a post that are no replies, newest first, without those of people blocked for the viewer. */
export const findComments = statement<ThreadRow, PageParameters & { viewerId: number; postId: number }>(
  `
  SELECT ${columnsSql}, (
      SELECT count(*)::int FROM (
        SELECT 1 FROM comments r JOIN users u ON u.id = r.author_id
        WHERE r.reply_to = c.id AND ${notBlockedSql} LIMIT ${repliesLimit}) reply
    ) AS replies_count
  FROM comments c ${commentAuthorJoinSql}
  WHERE c.post_id = $2 AND c.reply_to IS NULL AND c.id < $3 AND ${notBlockedSql}
  ORDER BY c.id DESC LIMIT $4 OFFSET $5`,
  ['viewerId', 'postId', 'before', 'limit', 'offset'],
)

/** Returns the replies to a comment, newest first, without those of people blocked for the viewer. */
export const findReplies = statement<CommentRow, PageParameters & { viewerId: number; commentId: number }>(
  `
  SELECT ${columnsSql} FROM comments c ${commentAuthorJoinSql}
  WHERE c.reply_to = $2 AND c.id < $3 AND ${notBlockedSql}
  ORDER BY c.id DESC LIMIT $4 OFFSET $5`,
  ['viewerId', 'commentId', 'before', 'limit', 'offset'],
)

/** Shown below a comment before somebody asks for more. */
const newestRepliesCount = 2

/** Returns the newest replies to each of the comments, oldest first. */
export const findNewestReplies = statement<
  CommentRow & { reply_to: number },
  [viewerId: number, commentIds: number[]]
>(`
  SELECT reply.* FROM unnest($2::bigint[]) parent (id)
    CROSS JOIN LATERAL (
      SELECT ${columnsSql} FROM comments c ${commentAuthorJoinSql}
      WHERE c.reply_to = parent.id AND ${notBlockedSql}
      ORDER BY c.id DESC LIMIT ${newestRepliesCount}
    ) reply
  ORDER BY reply.id`)

/** Returns a comment without a visibility check. */
export const findComment = statement<CommentRow, [viewerId: number, commentId: number]>(`
  SELECT ${columnsSql} FROM comments c ${commentAuthorJoinSql} WHERE c.id = $2`).first

/** Whether the author of comment `alias` is not blocked for viewer `$1`. */
const authorNotBlockedSql = (alias: string) =>
  `EXISTS (SELECT 1 FROM users u WHERE u.id = ${alias}.author_id AND ${notBlockedSql})`

/**
 * Returns post and author of a comment; undefined if the viewer may not see the post, or is blocked from the author, or
 * from the author of the comment that it replies to.
 */
export const findVisibleComment = statement<
  { post_id: number; author_id: number; reply_to: number | null },
  [viewerId: number, commentId: number]
>(`
  SELECT c.post_id, c.author_id, c.reply_to FROM comments c
    JOIN posts p ON p.id = c.post_id
    JOIN users u ON u.id = p.author_id
  WHERE c.id = $2 AND ${visiblePostSql} AND ${authorNotBlockedSql('c')}
    AND (c.reply_to IS NULL
      OR EXISTS (SELECT 1 FROM comments parent WHERE parent.id = c.reply_to AND ${authorNotBlockedSql('parent')}))`).first

export type InsertedComment = { id: number; comments_count: number }

const insert = statement<InsertedComment, [authorId: number, postId: number, text: string, replyTo: number | null]>(`
  WITH added AS (
      INSERT INTO comments (author_id, post_id, text, reply_to) VALUES ($1, $2, $3, $4) RETURNING id)
  UPDATE posts SET comments_count = comments_count + 1 WHERE id = $2
  RETURNING (SELECT id FROM added) AS id, comments_count`)

type CommentInsert = {
  authorId: number
  post: Locked<{ id: number }>
  text: string
  replyTo: Locked<{ id: number }> | null
}

/** Inserts a comment, and updates the post's counter. */
export const insertComment = (db: Database, { authorId, post, text, replyTo }: CommentInsert) =>
  insert.first(db, authorId, post.id, text, replyTo?.id ?? null)

const deleteOne = statement<{ comments_count: number }, [postId: number, commentId: number]>(`
  WITH removed AS (DELETE FROM comments WHERE (id = $2 OR reply_to = $2) AND post_id = $1 RETURNING 1)
  UPDATE posts SET comments_count = comments_count - (SELECT count(*) FROM removed)
  WHERE id = $1 AND EXISTS (SELECT 1 FROM removed)
  RETURNING comments_count`)

/**
 * Deletes a comment with its replies, and updates the post's counter. @returns undefined if the comment does not exist
 * any more.
 */
export const deleteComment = (db: Database, post: Locked<{ id: number }>, commentId: number) =>
  deleteOne.first(db, post.id, commentId)

type LockedComment = Locked<{ id: number }>
/** A comment that is being answered. */
export type ParentComment = Locked<{ id: number; author_id: number }>

export const lockComment = statement<ParentComment, [commentId: number]>(
  'SELECT id, author_id FROM comments WHERE id = $1 FOR NO KEY UPDATE',
).first

const findRoom = statement<{ has_room: boolean }, [commentId: number]>(`
  SELECT count(*) < ${repliesLimit} AS has_room
  FROM (SELECT 1 FROM comments WHERE reply_to = $1 LIMIT ${repliesLimit}) reply`)

/** Whether a locked comment may have one more reply. */
export const hasRoomForReply = async (db: Database, { id }: ParentComment): Promise<boolean> =>
  (await findRoom.first(db, id))?.has_room === true

type CommentLikeState = { user_liked: boolean; likes_count: number }

const toggle = statement<CommentLikeState, [userId: number, commentId: number]>(`
  WITH removed AS (DELETE FROM comment_likes WHERE user_id = $1 AND comment_id = $2 RETURNING 1),
    added AS (
      INSERT INTO comment_likes (user_id, comment_id) SELECT $1, $2 WHERE NOT EXISTS (SELECT 1 FROM removed)
      RETURNING 1)
  UPDATE comments SET likes_count = likes_count + (SELECT count(*) FROM added) - (SELECT count(*) FROM removed)
  WHERE id = $2
  RETURNING EXISTS (SELECT 1 FROM added) AS user_liked, likes_count`)

/** Adds a like, or removes it if it exists, and updates the comment's counter. */
export const toggleLike = (db: Database, userId: number, comment: LockedComment) => toggle.first(db, userId, comment.id)

const deleteLikes = statement<never, [userId: number]>(`
  WITH removed AS (DELETE FROM comment_likes WHERE user_id = $1 RETURNING comment_id)
  UPDATE comments SET likes_count = likes_count - 1 WHERE id IN (SELECT comment_id FROM removed)`)

const lockComments = statement<never, [authorId: number]>('SELECT 1 FROM comments WHERE author_id = $1 FOR UPDATE')

const deleteComments = statement<never, [authorId: number]>(`
  WITH own AS (SELECT id FROM comments WHERE author_id = $1),
    removed AS (
      DELETE FROM comments WHERE id IN (SELECT id FROM own) OR reply_to IN (SELECT id FROM own) RETURNING post_id),
    removed_by_post AS (SELECT post_id, count(*) AS count FROM removed GROUP BY post_id)
  UPDATE posts SET comments_count = comments_count - r.count FROM removed_by_post r WHERE posts.id = r.post_id`)

/**
 * Deletes all comments of a user, with the replies of others, and all their likes on comments, and updates the counters.
 * Nobody replies to a locked comment, so that every reply is counted.
 */
export async function deleteCommentsByUser(db: Database, userId: number): Promise<void> {
  await deleteLikes(db, userId)
  await lockComments(db, userId)
  await deleteComments(db, userId)
}
