import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import type { Point } from '#server/platform/geography.ts'
import { authorJoinSql } from '#server/posts/visibility.queries.ts'
import { activeUserSql } from '#server/users/users.queries.ts'

// Loads posts into memory whoever may see them: `feed-cache.ts` checks visibility for each answer.

/** A post of a cell, and of its author what decides who sees it. */
export type PublishedPost = {
  id: number
  author_id: number
  latitude: number
  longitude: number
  /** Set on the post itself. The posts of a private author are for followers too. */
  followers_only: boolean
  is_private: boolean
  is_active: boolean
}

/** With more changes than this, everything counts as changed. */
const maxChanges = 1000
const everything = 'everything'

/** Whether everything counts as changed, given the keys of what has. */
export const hasAllChanged = (changes: string[]): boolean => changes.length === maxChanges || changes[0] === everything

/**
 * The timeline of the write-ahead log, which grows with each promotion of a standby. After a promotion, the number of a
 * transaction that the standby had not received is used again, so a snapshot is worthless on another timeline.
 */
const timelineSql = 'substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)'
const snapshotSql = `${timelineSql} || ' ' || pg_current_snapshot()`

/**
 * SQL of the keys, such as `author:12`, of what was changed by transactions that a snapshot does not contain. The index
 * finds those that began since the oldest transaction that ran then: usually none. Without the order the planner, to
 * which the snapshot is unknown, estimates a third of all rows and reads them all.
 * @param sinceSql the snapshot, as `findChanges` returns it.
 */
export function changesSinceSql(sinceSql: string): string {
  const since = `substr(${sinceSql}, 10)::pg_snapshot`
  return `CASE WHEN substr(${sinceSql}, 1, 8) <> ${timelineSql} THEN json_build_array('${everything}') ELSE (
    SELECT json_agg(key) FROM (
      SELECT subject || ':' || subject_id AS key FROM feed_changes
      WHERE changed_by >= pg_snapshot_xmin(${since}) AND NOT pg_visible_in_snapshot(changed_by, ${since})
      ORDER BY changed_by DESC LIMIT ${maxChanges}) changed) END`
}

type Changes = { snapshot: string; changes: string[] | null }

/** Returns the present snapshot with its timeline, and what has changed since an earlier one; nothing since null. */
export const findChanges = statement<Changes, [snapshot: string | null]>(`
  SELECT ${snapshotSql} AS snapshot, ${changesSinceSql('$1')} AS changes`).first

/**
 * Deletes what transactions of another PostgreSQL have recorded, from which this database was restored: with numbers
 * that are still to come here, it would count as changed for ever.
 */
export const deleteForeignChanges = statement<never, []>(
  'DELETE FROM feed_changes WHERE changed_by >= pg_snapshot_xmax(pg_current_snapshot())',
)

/** Returns the cells of resolution 5 that have posts, as texts of bigints. It skips from cell to cell in the index. */
export const findPopulatedCells = statement<{ cell: string }, [limit: number]>(`
  WITH RECURSIVE populated AS (
    (SELECT c5 FROM posts ORDER BY c5 LIMIT 1)
    UNION ALL
    SELECT (SELECT p.c5 FROM posts p WHERE p.c5 > populated.c5 ORDER BY p.c5 LIMIT 1)
    FROM populated WHERE populated.c5 IS NOT NULL)
  SELECT c5::text AS cell FROM populated WHERE c5 IS NOT NULL LIMIT $1`)

const columnsSql = 'p.id, p.author_id, p.latitude, p.longitude, p.followers_only'
const authorColumnsSql = `u.is_private, ${activeUserSql} AS is_active`

/** Returns the newest posts of each cell, newest first. */
export const findPostsOfCells = statement<PublishedPost & { cell: string }, [cells: string[], limit: number]>(`
  SELECT wanted.cell::text AS cell, ${columnsSql}, ${authorColumnsSql}
  FROM unnest($1::bigint[]) wanted (cell)
    CROSS JOIN LATERAL (
      SELECT id, author_id, latitude, longitude, followers_only FROM posts WHERE c5 = wanted.cell
      ORDER BY id DESC LIMIT $2) p
    ${authorJoinSql}
  ORDER BY wanted.cell, p.id DESC`)

/** Returns the distinct points of posts of each cell with a smaller id than one, in any order. */
export const findOlderPoints = statement<Point & { cell: string }, [cells: string[], before: number[], limit: number]>(`
  SELECT wanted.cell::text AS cell, p.latitude, p.longitude
  FROM unnest($1::bigint[], $2::bigint[]) wanted (cell, before)
    CROSS JOIN LATERAL (
      SELECT DISTINCT latitude, longitude FROM posts WHERE c5 = wanted.cell AND id < wanted.before LIMIT $3) p`)

/** Returns the newest posts of all, newest first. */
export const findNewestPosts = statement<PublishedPost, [limit: number]>(`
  SELECT ${columnsSql}, ${authorColumnsSql}
  FROM (SELECT id, author_id, latitude, longitude, followers_only FROM posts ORDER BY id DESC LIMIT $1) p
    ${authorJoinSql}
  ORDER BY p.id DESC`)

type Author = Pick<PublishedPost, 'is_private' | 'is_active'>

/** Returns what decides who sees the posts of these people. */
export async function findAuthors(db: Database, ids: number[]): Promise<Map<number, Author>> {
  const rows = ids.length > 0 ? await findAuthorRows(db, ids) : []
  return new Map(rows.map(({ id, ...author }) => [id, author]))
}
const findAuthorRows = statement<Author & { id: number }, [ids: number[]]>(
  `SELECT u.id, ${authorColumnsSql} FROM users u WHERE u.id = ANY($1::bigint[])`,
)
