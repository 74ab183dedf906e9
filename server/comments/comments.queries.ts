import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { visiblePostSql } from '#server/posts/posts.queries.ts'
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
}

const columns = `c.id, c.author_id, u.username, m.name AS picture, c.text, c.created_at, c.likes_count,
    (SELECT 1 FROM comment_likes l WHERE l.user_id = $1 AND l.comment_id = c.id LIMIT 1) IS NOT NULL AS user_liked`
const authors = userJoinSql('c.author_id')

/** The comments of a post, newest first, without those of people whom a block parts from the viewer. */
export const findComments = statement<
  CommentRow,
  [viewerId: number, postId: number, before: number, limit: number, offset: number]
>(`
  SELECT ${columns} FROM comments c ${authors}
  WHERE c.post_id = $2 AND c.id < $3 AND ${notBlockedSql}
  ORDER BY c.id DESC LIMIT $4 OFFSET $5`)

const findOne = statement<CommentRow, [viewerId: number, commentId: number]>(`
  SELECT ${columns} FROM comments c ${authors} WHERE c.id = $2`)

export async function findComment(db: Database, viewerId: number, id: number): Promise<CommentRow | undefined> {
  const [comment] = await findOne(db, viewerId, id)
  return comment
}

/** The post of a comment that the viewer may see: the post by its rule, the comment by no block. */
const findPostOf = statement<{ post_id: number; author_id: number }, [viewerId: number, commentId: number]>(`
  SELECT c.post_id, c.author_id FROM comments c
    JOIN posts p ON p.id = c.post_id
    JOIN users u ON u.id = p.author_id
  WHERE c.id = $2 AND ${visiblePostSql}
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = c.author_id AND ${notBlockedSql})`)

export async function findVisibleComment(
  db: Database,
  viewerId: number,
  id: number,
): Promise<{ post_id: number; author_id: number } | undefined> {
  const [comment] = await findPostOf(db, viewerId, id)
  return comment
}

/** Adds comments and counts them; to be called with the posts locked, and nobody twice for one post. */
export const insertComments = statement<
  { id: number; comments_count: number },
  [authorIds: number[], postIds: number[], texts: string[]]
>(`
  WITH asked AS (SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[]) WITH ORDINALITY a (author_id, post_id, text, at)),
    added AS (INSERT INTO comments (author_id, post_id, text) SELECT author_id, post_id, text FROM asked ORDER BY at RETURNING id, author_id, post_id),
    counted AS (
      UPDATE posts p SET comments_count = comments_count + c.count FROM (SELECT post_id, count(*) FROM added GROUP BY post_id) c WHERE p.id = c.post_id
      RETURNING p.id, p.comments_count)
  SELECT added.id, counted.comments_count
  FROM asked a JOIN added ON added.author_id = a.author_id AND added.post_id = a.post_id JOIN counted ON counted.id = a.post_id ORDER BY a.at`)

/** Deletes a comment and counts it out; to be called with the post locked. Nothing when it is gone already. */
export const deleteComment = statement<{ comments_count: number }, [postId: number, commentId: number]>(`
  WITH removed AS (DELETE FROM comments WHERE id = $2 AND post_id = $1 RETURNING 1)
  UPDATE posts SET comments_count = comments_count - 1 WHERE id = $1 AND EXISTS (SELECT 1 FROM removed) RETURNING comments_count`)

/** Takes the comment's row for this transaction. */
export const lockComment = statement<{ id: number }, [commentId: number]>(
  'SELECT id FROM comments WHERE id = $1 FOR NO KEY UPDATE',
)

/** Adds the like, or takes it away when it is there; to be called with the comment locked. */
export const toggleLike = statement<{ user_liked: boolean; likes_count: number }, [userId: number, commentId: number]>(`
  WITH removed AS (DELETE FROM comment_likes WHERE user_id = $1 AND comment_id = $2 RETURNING 1),
    added AS (INSERT INTO comment_likes (user_id, comment_id) SELECT $1, $2 WHERE NOT EXISTS (SELECT 1 FROM removed) RETURNING 1)
  UPDATE comments SET likes_count = likes_count + (SELECT count(*) FROM added) - (SELECT count(*) FROM removed)
  WHERE id = $2
  RETURNING EXISTS (SELECT 1 FROM added) AS user_liked, likes_count`)

const deleteLikes = statement<never, [userId: number]>(`
  WITH removed AS (DELETE FROM comment_likes WHERE user_id = $1 RETURNING comment_id)
  UPDATE comments SET likes_count = likes_count - 1 WHERE id IN (SELECT comment_id FROM removed)`)

const deleteComments = statement<never, [authorId: number]>(`
  WITH removed AS (DELETE FROM comments WHERE author_id = $1 RETURNING post_id),
    many AS (SELECT post_id, count(*) AS count FROM removed GROUP BY post_id)
  UPDATE posts SET comments_count = comments_count - many.count FROM many WHERE posts.id = many.post_id`)

/** Takes away every comment that somebody wrote, and every like that they gave to one, and counts them out. */
export async function deleteCommentsByUser(db: Database, userId: number): Promise<void> {
  await deleteLikes(db, userId)
  await deleteComments(db, userId)
}
