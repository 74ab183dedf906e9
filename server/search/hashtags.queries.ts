import { statement } from '#server/database/statement.ts'
import { publicPostJoinSql, visiblePostSql } from '#server/posts/visibility.queries.ts'
import { startsWithSql } from './match.queries.ts'

const maxHashtags = 20
/** Hashtags with the beginning that are compared, and posts of each that are counted. */
const maxComparedTags = 60
const maxCountedPosts = 100

export type FoundHashtagRow = { tag: string; posts_count: number }

const maxId = Number.MAX_SAFE_INTEGER

/**
 * Hashtags that begin with a key, and how many public posts have them, without those that a block hides. From one hashtag
 * the index leads to the next, however many posts each has. A range in place of an equality keeps the planner from
 * walking all posts.
 */
export const findHashtags = statement<FoundHashtagRow, [viewerId: number, key: string]>(`
  WITH RECURSIVE tags AS (
    (SELECT h.tag FROM public_hashtags h WHERE ${startsWithSql('h.tag', '$2')} ORDER BY h.tag LIMIT 1)
    UNION ALL
    SELECT next.tag FROM tags CROSS JOIN LATERAL (
      SELECT h.tag FROM public_hashtags h WHERE h.tag > tags.tag AND ${startsWithSql('h.tag', '$2')}
      ORDER BY h.tag LIMIT 1
    ) next
  )
  SELECT * FROM (
    SELECT tags.tag, counted.posts_count FROM tags CROSS JOIN LATERAL (
      SELECT count(*)::int AS posts_count FROM (
        SELECT 1 FROM public_hashtags h ${publicPostJoinSql('h.post_id')}
        WHERE h.tag >= tags.tag AND (h.tag, h.post_id) <= (tags.tag, ${maxId}) AND ${visiblePostSql}
        ORDER BY h.tag DESC, h.post_id DESC LIMIT ${maxCountedPosts}
      ) visible
    ) counted
    WHERE counted.posts_count > 0 LIMIT ${maxComparedTags}
  ) found
  ORDER BY tag = $2 DESC, posts_count DESC, tag LIMIT ${maxHashtags}`)
