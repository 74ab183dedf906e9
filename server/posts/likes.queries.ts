import type { Database } from '#server/database/connect.ts'
import type { Locked } from '#server/database/locked.ts'
import { statement } from '#server/database/statement.ts'
import type { PageParameters } from '#server/platform/keyset.ts'
import { listedUserColumnsSql, notBlockedSql, userJoinSql, type RelatedUserRow } from '#server/users/users.queries.ts'
import type { VisiblePost } from './posts.queries.ts'

export type PostLikeState = { user_liked: boolean; likes_count: number }

const toggle = statement<PostLikeState, [userId: number, postId: number]>(`
  WITH removed AS (DELETE FROM post_likes WHERE user_id = $1 AND post_id = $2 RETURNING 1),
    added AS (
      INSERT INTO post_likes (user_id, post_id) SELECT $1, $2 WHERE NOT EXISTS (SELECT 1 FROM removed) RETURNING 1)
  UPDATE posts SET likes_count = likes_count + (SELECT count(*) FROM added) - (SELECT count(*) FROM removed)
  WHERE id = $2
  RETURNING EXISTS (SELECT 1 FROM added) AS user_liked, likes_count`)

/** Adds a like, or removes it if it exists, and updates the post's counter. */
export const toggleLike = (db: Database, userId: number, post: Locked<VisiblePost>) => toggle.first(db, userId, post.id)

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
