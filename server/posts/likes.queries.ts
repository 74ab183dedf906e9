import type { Database } from '#server/database/connect.ts'
import type { Locked } from '#server/database/locked.ts'
import { statement } from '#server/database/statement.ts'
import type { PageParameters } from '#server/platform/keyset.ts'
import { listedUserColumnsSql, notBlockedSql, userJoinSql, type RelatedUserRow } from '#server/users/users.queries.ts'
import type { VisiblePost } from './posts.queries.ts'

export type PostLike = { userId: number; post: Locked<VisiblePost> }
export type PostLikeState = { user_liked: boolean; likes_count: number }

const toggle = statement<PostLikeState, [userIds: number[], postIds: number[]]>(`
  WITH request AS (
      SELECT * FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY r (user_id, post_id, row_number)),
    removed AS (
      DELETE FROM post_likes l USING request r WHERE l.user_id = r.user_id AND l.post_id = r.post_id
      RETURNING l.user_id, l.post_id),
    added AS (
      INSERT INTO post_likes (user_id, post_id)
      SELECT user_id, post_id FROM request EXCEPT SELECT user_id, post_id FROM removed RETURNING user_id, post_id),
    difference AS (
      SELECT post_id, sum(amount) AS amount
      FROM (SELECT post_id, 1 AS amount FROM added UNION ALL SELECT post_id, -1 FROM removed) change
      GROUP BY post_id),
    counted AS (
      UPDATE posts p SET likes_count = likes_count + d.amount FROM difference d WHERE p.id = d.post_id
      RETURNING p.id, p.likes_count)
  SELECT EXISTS (SELECT 1 FROM added WHERE added.user_id = r.user_id AND added.post_id = r.post_id) AS user_liked,
    counted.likes_count
  FROM request r JOIN counted ON counted.id = r.post_id ORDER BY r.row_number`)

/**
 * Adds likes, or removes those that exist, and updates the counters.
 * @param likes at most one per user and post.
 * @returns the new states in the same order; counters include the whole batch.
 */
export const toggleLikes = (db: Database, likes: readonly PostLike[]): Promise<PostLikeState[]> =>
  toggle(
    db,
    likes.map(({ userId }) => userId),
    likes.map(({ post }) => post.id),
  )

/** Returns the people who like a post, newest like first, without those blocked for the viewer. */
export const findLikes = statement<RelatedUserRow, PageParameters & { viewerId: number; postId: number }>(
  `
  SELECT l.id AS row_id, ${listedUserColumnsSql}
  FROM post_likes l ${userJoinSql('l.user_id')}
  WHERE l.post_id = $2 AND l.id < $3 AND ${notBlockedSql}
  ORDER BY l.id DESC LIMIT $4 OFFSET $5`,
  ['viewerId', 'postId', 'before', 'limit', 'offset'],
)

/** Deletes all likes of a user on posts, and updates the counters. */
export const deleteLikesByUser = statement<never, [userId: number]>(`
  WITH removed AS (DELETE FROM post_likes WHERE user_id = $1 RETURNING post_id)
  UPDATE posts SET likes_count = likes_count - 1 WHERE id IN (SELECT post_id FROM removed)`)
