import type { Database } from '#server/database/connect.ts'
import type { Locked } from '#server/database/locked.ts'
import { statement } from '#server/database/statement.ts'
import type { PageParameters } from '#server/platform/keyset.ts'
import { listedUserColumnsSql, notBlockedSql, userJoinSql, type RelatedUserRow } from '#server/users/users.queries.ts'
import { isLiveSql } from './stories.queries.ts'

export type StoryLikes = { total_likes: number; user_liked: boolean }

const insertLike = statement<StoryLikes, [userId: number, storyId: number]>(`
  WITH added AS (INSERT INTO story_likes (user_id, story_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1)
  UPDATE stories s SET likes_count = likes_count + (SELECT count(*) FROM added) WHERE s.id = $2 AND ${isLiveSql}
  RETURNING likes_count AS total_likes, true AS user_liked`)

const deleteLike = statement<StoryLikes, [userId: number, storyId: number]>(`
  WITH removed AS (DELETE FROM story_likes WHERE user_id = $1 AND story_id = $2 RETURNING 1)
  UPDATE stories s SET likes_count = likes_count - (SELECT count(*) FROM removed) WHERE s.id = $2 AND ${isLiveSql}
  RETURNING likes_count AS total_likes, false AS user_liked`)

/** Adds or deletes a like, and updates the counter. @returns undefined if the story has expired. */
export const setLike = (
  db: Database,
  story: Locked<{ id: number }>,
  { userId, liked }: { userId: number; liked: boolean },
): Promise<StoryLikes | undefined> => (liked ? insertLike : deleteLike).first(db, userId, story.id)

/** Returns the people who like a story, newest like first, without those blocked for the viewer. */
export const findLikes = statement<RelatedUserRow, PageParameters & { viewerId: number; storyId: number }>(
  `
  SELECT l.id AS row_id, ${listedUserColumnsSql}
  FROM story_likes l ${userJoinSql('l.user_id')}
  WHERE l.story_id = $2 AND l.id < $3 AND ${notBlockedSql}
  ORDER BY l.id DESC LIMIT $4 OFFSET $5`,
  ['viewerId', 'storyId', 'before', 'limit', 'offset'],
)

/** Deletes all likes of a user on stories, and updates the counters. */
export const deleteStoryLikesByUser = statement<never, [userId: number]>(`
  WITH removed AS (DELETE FROM story_likes WHERE user_id = $1 RETURNING story_id)
  UPDATE stories SET likes_count = likes_count - 1 WHERE id IN (SELECT story_id FROM removed)`)
