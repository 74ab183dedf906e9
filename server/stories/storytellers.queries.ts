import { statement } from '#server/database/statement.ts'
import { accessibleProfileSql, notBlockedSql, notMutedSql } from '#server/users/users.queries.ts'
import { isLiveSql, isUnseenSql } from './stories.queries.ts'
import type { StorytellerCursor } from './stories.rules.ts'

/**
 * Joins a summary of the live stories of user `u`, one by one: an aggregate keeps the planner from reading all stories.
 */
const liveStoriesJoinSql = `CROSS JOIN LATERAL (
    SELECT max(s.id) AS newest, bool_or(${isUnseenSql}) AS has_unread
    FROM stories s WHERE s.author_id = u.id AND ${isLiveSql}
  ) live`

/** Returns those of the people who have live stories that the viewer may see. */
export const findRings = statement<{ user_id: number; has_unread: boolean }, [viewerId: number, userIds: number[]]>(`
  SELECT u.id AS user_id, live.has_unread
  FROM users u ${liveStoriesJoinSql}
  WHERE u.id = ANY($2::bigint[]) AND live.newest IS NOT NULL AND ${notBlockedSql} AND ${accessibleProfileSql}`)

/** Of viewers who follow more people, the latest follows are read. */
const maxFollowedRead = 5000

export type StorytellerRow = {
  id: number
  username: string
  picture: string | null
  has_unread: boolean
  newest: number
  rank: 0 | 1 | 2
}

/**
 * Returns the viewer and the people whom they follow, if they have live stories, in the order of `StorytellerCursor`.
 */
export const findStorytellers = statement<
  StorytellerRow,
  StorytellerCursor & { viewerId: number; limit: number; offset: number }
>(
  `
  SELECT u.id, u.username, m.name AS picture, live.has_unread, live.newest, place.rank
  FROM (
    (SELECT followee_id AS id FROM follows WHERE follower_id = $1 AND status = 'accepted'
      ORDER BY follows.id DESC LIMIT ${maxFollowedRead})
    UNION ALL SELECT $1::bigint
  ) followed
    JOIN users u ON u.id = followed.id
    ${liveStoriesJoinSql}
    CROSS JOIN LATERAL (SELECT CASE WHEN u.id = $1 THEN 2 WHEN live.has_unread THEN 1 ELSE 0 END AS rank) place
    LEFT JOIN media m ON m.id = u.picture_id
  WHERE live.newest IS NOT NULL AND (place.rank, live.newest) < ($2, $3) AND ${notBlockedSql}
    AND ${notMutedSql('u.id')}
  ORDER BY place.rank DESC, live.newest DESC LIMIT $4 OFFSET $5`,
  ['viewerId', 'rank', 'newest', 'limit', 'offset'],
)
