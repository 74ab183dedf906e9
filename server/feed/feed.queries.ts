import type { CircleKm, FeedRadius } from '#contract/feed-radius.ts'
import type { Database } from '#server/database/connect.ts'
import { type Statement, statement } from '#server/database/statement.ts'
import type { Point } from '#server/platform/geography.ts'
import { authorJoinSql, visiblePostSql } from '#server/posts/visibility.queries.ts'
import { notMutedPostSql } from '#server/users/users.queries.ts'
import {
  type Area,
  areaOf,
  areaParameters,
  hashtagSource,
  mergedCellsSql,
  type NearbyPost,
  postsSource,
  type ScanSource,
  scanColumnsSql,
  scannedCells,
  withinAreaSql,
} from './area-scan.queries.ts'
import { bandsFrom, bandsOf, type FeedCursor, maxId } from './feed.rules.ts'

/**
 * Posts of the covering cells that each round reads at most, visible or not. Each round reads four times as many as the
 * one before. After the last, a page may be short although there are more posts.
 */
const roundBudgets = [500, 2000, 8000]

type AreaStatements = {
  /** The newest visible posts before `$2`. `$1` viewer, `$3` budget, `$4` limit, then the area and the cells. */
  scan: Statement<NearbyPost, unknown[]>
  /** The last post that a scan with the same budget reads. `$1` before, `$2` budget, then the cells. */
  lastScanned: Statement<{ id: number }, unknown[]>
}

/** SQL of all posts of a source, newest first: everywhere has no cells. */
const allPostsSql = ({ tableSql, idSql, columnsSql, conditionSql }: ScanSource, beforeSql: string, limitSql: string) =>
  `SELECT ${columnsSql} FROM ${tableSql} WHERE ${conditionSql}${idSql} < ${beforeSql} ORDER BY ${idSql} DESC LIMIT ${limitSql}`

/** Joins the posts of entries row by row, in their order. */
const taggedPostsSql = (entriesSql: string) =>
  `(${entriesSql}) entry CROSS JOIN LATERAL (SELECT ${scanColumnsSql} FROM posts WHERE id = entry.id LIMIT 1) p`

function createAreaStatements(area: Area, cellCount: number, isTagged: boolean): AreaStatements {
  const firstCellParameter = 5 + areaParameters(area).length
  const resolution = area.circle?.resolution
  const scannedSql = (columnsSql: string, [beforeSql, limitSql]: [string, string], firstCell: number) => {
    // The hashtag is the last parameter.
    const source = isTagged ? hashtagSource(`$${firstCell + cellCount}`) : postsSource(columnsSql)
    return resolution === undefined
      ? allPostsSql(source, beforeSql, limitSql)
      : mergedCellsSql({ resolution, cellCount, source, beforeSql, limitSql, firstCellParameter: firstCell })
  }
  const postsSql = scannedSql(scanColumnsSql, ['$2', '$3'], firstCellParameter)
  return {
    scan: statement<NearbyPost, unknown[]>(`
      SELECT p.id, p.author_id
      FROM ${isTagged ? taggedPostsSql(postsSql) : `(${postsSql}) p`} ${authorJoinSql}
      WHERE ${withinAreaSql(area, 5)} AND ${visiblePostSql} AND ${notMutedPostSql}
      ORDER BY ${isTagged ? 'entry' : 'p'}.id DESC LIMIT $4`),
    lastScanned: statement<{ id: number }, unknown[]>(
      `SELECT id FROM (${scannedSql(resolution === undefined ? 'id' : scanColumnsSql, ['$1', '$2'], 3)}) p ORDER BY id LIMIT 1`,
    ),
  }
}

const areaStatements = new Map<string, AreaStatements>()

function statementsFor(area: Area, cellCount: number, isTagged: boolean): AreaStatements {
  const key = `${isTagged}/${area.circle?.resolution}/${cellCount}/${area.circle !== null}/${area.withoutKm !== null}`
  const statements = areaStatements.get(key) ?? createAreaStatements(area, cellCount, isTagged)
  areaStatements.set(key, statements)
  return statements
}

type Scan = {
  posts: NearbyPost[]
  /** The last post *scanned*, visible or not, where the next scan continues; null at the end of the area. */
  next: number | null
}

type AreaRequest = {
  viewerId: number
  area: Area
  before: number
  wanted: number
  /** Only posts with this hashtag. */
  tag?: string | undefined
}

/**
 * Returns the newest posts of an area that the viewer may see.
 * @param before only posts with a smaller id.
 * @param wanted number of posts; there are fewer at the end of the area, or when the budgets are exhausted.
 */
export async function findPostsOfArea(
  db: Database,
  { viewerId, area, before, wanted, tag }: AreaRequest,
): Promise<Scan> {
  const cells = scannedCells(area)
  const { scan, lastScanned } = statementsFor(area, cells.length, tag !== undefined)
  const parameters = areaParameters(area)
  const sources = tag === undefined ? cells : [...cells, tag]
  const posts: NearbyPost[] = []
  let from = before
  for (const budget of roundBudgets) {
    posts.push(...(await scan(db, viewerId, from, budget, wanted - posts.length, ...parameters, ...sources)))
    const last = posts.at(-1)
    if (last && posts.length === wanted) return { posts, next: last.id }
    const end = await lastScanned.first(db, from, budget, ...sources)
    const hasMore = end && (await lastScanned.first(db, end.id, 1, ...sources)) !== undefined
    if (!hasMore) return { posts, next: null }
    // Posts published between the two statements move the end up: it must stay below the last post found.
    from = Math.min(end.id, last?.id ?? end.id)
  }
  return { posts, next: from }
}

/** A post of the feed, and the circle that it belongs to. */
export type FoundPost = { id: number; km: CircleKm }
export type FeedPage = { posts: FoundPost[]; cursor: FeedCursor | null }

export type FeedRequest = {
  viewerId: number
  point: Point | null
  radius: FeedRadius
  limit: number
  /** Posts that are left out, after the cursor. */
  offset: number
  /** Null for the first page. */
  cursor: FeedCursor | null
  /** Only posts with this hashtag. */
  tag?: string
}

/** Returns a page of the feed: one band after the other, each newest first. */
export async function findFeedPage(
  db: Database,
  { viewerId, point, radius, limit, offset, cursor, tag }: FeedRequest,
): Promise<FeedPage> {
  // One more than the page shows whether there is a next one.
  const wanted = offset + limit + 1
  const found: FoundPost[] = []
  let before = cursor?.before ?? maxId
  for (const band of bandsFrom(bandsOf(radius, point !== null), cursor)) {
    const area = areaOf(point, band)
    const scan = await findPostsOfArea(db, { viewerId, area, before, wanted: wanted - found.length, tag })
    found.push(...scan.posts.map(({ id }) => ({ id, km: band.km })))
    if (found.length === wanted) break
    // The budgets are exhausted: the page may be short, and the next one continues here.
    if (scan.next !== null) return { posts: found.slice(offset), cursor: { km: band.km, before: scan.next } }
    before = maxId
  }
  const posts = found.slice(offset, offset + limit)
  const last = found.length === wanted ? posts.at(-1) : undefined
  return { posts, cursor: last ? { km: last.km, before: last.id } : null }
}
