import { statement } from '#server/database/statement.ts'
import type { PageParameters } from '#server/platform/keyset.ts'
import { authorJoinSql, visiblePostSql } from '#server/posts/visibility.queries.ts'
import { notMutedPostSql } from '#server/users/users.queries.ts'

/** Of viewers who follow more people or places, the latest follows are read. */
const maxFollowedRead = 5000

type Followed = { followsSql: string; columnSql: string }
const people: Followed = {
  followsSql: `SELECT followee_id AS id FROM follows WHERE follower_id = $1 AND status = 'accepted'
      ORDER BY follows.id DESC LIMIT ${maxFollowedRead}`,
  columnSql: 'author_id',
}
const places: Followed = {
  followsSql: `SELECT place_id AS id FROM place_follows WHERE user_id = $1
      ORDER BY place_follows.id DESC LIMIT ${maxFollowedRead}`,
  columnSql: 'place_id',
}

/** The newest visible posts before `$2` of one of the followed. */
const newestSql = ({ columnSql }: Followed, ofSql: string, limitSql: string) => `
    SELECT p.id FROM posts p ${authorJoinSql}
    WHERE p.${columnSql} = ${ofSql} AND p.id < $2 AND ${visiblePostSql} AND ${notMutedPostSql}
    ORDER BY p.id DESC LIMIT ${limitSql}`

/**
 * The newest posts of the followed. Posts of a page belong to those with the newest posts, as many as the page has: one
 * look into the index for each of the followed finds them, and more posts are read of these only.
 */
const newestOfFollowedSql = (followed: Followed) => `
  SELECT newest.id FROM (
    SELECT f.id FROM (${followed.followsSql}) f CROSS JOIN LATERAL (${newestSql(followed, 'f.id', '1')}) newest
    ORDER BY newest.id DESC LIMIT $3::int + $4::int
  ) active CROSS JOIN LATERAL (${newestSql(followed, 'active.id', '$3::int + $4::int')}) newest`

/** Returns the visible posts of the people and at the places that the viewer follows, newest first. */
export const findFollowingPostIds = statement<{ id: number }, PageParameters & { viewerId: number }>(
  `
  SELECT id FROM (${newestOfFollowedSql(people)} UNION ${newestOfFollowedSql(places)}) found
  ORDER BY id DESC LIMIT $3 OFFSET $4`,
  ['viewerId', 'before', 'limit', 'offset'],
)
