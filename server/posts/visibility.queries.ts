import { activeUserSql } from '#server/users/users.queries.ts'

/** Whether only the author and their followers may see post `p` of author `u`. */
const followersOnlySql = '(p.followers_only OR u.is_private)'

/** Condition over a post `p` and its author `u`: a public post of a public account, which everybody may see. */
export const publicPostSql = `(${activeUserSql} AND NOT ${followersOnlySql})`

/**
 * The visibility rule (docs/product.md, "Visibility") as a condition over a post `p`, its author `u` and
 * viewer `$1`. Every statement that returns posts, or rows that belong to posts, contains it.
 * It uses scalar subqueries with LIMIT 1, because the planner may turn EXISTS into a hashed subplan that reads all rows
 * of the viewer.
 */
export const visiblePostSql = `(
  ${activeUserSql}
  AND (SELECT 1 FROM blocks b WHERE b.blocker_id = $1 AND b.blocked_id = p.author_id LIMIT 1) IS NULL
  AND (SELECT 1 FROM blocks b WHERE b.blocker_id = p.author_id AND b.blocked_id = $1 LIMIT 1) IS NULL
  AND CASE
    WHEN NOT ${followersOnlySql} THEN true
    WHEN p.author_id = $1 THEN true
    ELSE (SELECT 1 FROM follows f
      WHERE f.follower_id = $1 AND f.followee_id = p.author_id AND f.status = 'accepted' LIMIT 1) IS NOT NULL
  END
)`

/** Puts a column in place of viewer `$1`, where one statement serves many viewers. */
export const forViewer = (viewerSql: string, sql: string): string => sql.replaceAll(/\$1\b/g, () => viewerSql)

/** Joins the author `u` of posts `p` row by row: LIMIT keeps the planner from a hash join and a sort of all posts. */
export const authorJoinSql =
  'CROSS JOIN LATERAL (SELECT is_private, suspended_at FROM users WHERE id = p.author_id LIMIT 1) u'

/** Joins the post `p` with this id, of those that `public_posts` lists, and its author `u`, row by row. */
export const publicPostJoinSql = (idSql: string) =>
  `CROSS JOIN LATERAL (
    SELECT id, author_id, place_id, media_id, followers_only FROM posts WHERE id = ${idSql} LIMIT 1
  ) p ${authorJoinSql}`
