import { statement } from '#server/database/statement.ts'
import { authorJoinSql, visiblePostSql } from '#server/posts/visibility.queries.ts'
import { startsWithSql } from './match.queries.ts'

const maxHashtags = 20
/** Hashtags with the beginning that are looked at, and posts of each. */
const maxCandidateTags = 60
const maxCountedPosts = 100

export type FoundHashtagRow = { tag: string; posts_count: number }

const maxId = Number.MAX_SAFE_INTEGER

/**
 * Hashtags that begin with a key, of which the viewer may see one of the newest posts. From one hashtag the index leads
 * to the next, however many posts each has. A range in place of an equality keeps the planner from walking all posts.
 */
export const findHashtags = statement<FoundHashtagRow, [viewerId: number, key: string]>(`
  WITH RECURSIVE tags AS (
    (SELECT h.tag FROM post_hashtags h WHERE ${startsWithSql('h.tag', '$2')} ORDER BY h.tag LIMIT 1)
    UNION ALL
    SELECT next.tag FROM tags CROSS JOIN LATERAL (
      SELECT h.tag FROM post_hashtags h WHERE h.tag > tags.tag AND ${startsWithSql('h.tag', '$2')}
      ORDER BY h.tag LIMIT 1
    ) next
  )
  SELECT t.tag, counted.posts_count
  FROM (SELECT tag FROM tags LIMIT ${maxCandidateTags}) t CROSS JOIN LATERAL (
    SELECT count(*)::int AS posts_count
    FROM (
      SELECT h.post_id FROM post_hashtags h WHERE h.tag >= t.tag AND (h.tag, h.post_id) <= (t.tag, ${maxId})
      ORDER BY h.tag DESC, h.post_id DESC LIMIT ${maxCountedPosts}
    ) newest CROSS JOIN LATERAL (
      SELECT author_id, followers_only FROM posts WHERE id = newest.post_id LIMIT 1
    ) p ${authorJoinSql}
    WHERE ${visiblePostSql}
  ) counted
  WHERE counted.posts_count > 0
  ORDER BY t.tag = $2 DESC, counted.posts_count DESC, t.tag LIMIT ${maxHashtags}`)
