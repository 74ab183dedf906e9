import type { Database } from '#server/database/connect.ts'
import { type Statement, statement } from '#server/database/statement.ts'
import type { Point } from '#server/platform/geography.ts'
import { authorJoinSql, visiblePostSql } from '#server/posts/visibility.queries.ts'
import {
  type Area,
  areaWithin,
  circleParameters,
  mergedCellsSql,
  type NearbyPost,
  scanColumnsSql,
  scannedCells,
  withinCircleSql,
} from './area-scan.queries.ts'
import { countRecentPosts, type FeedCursor, maxId, minRecentPosts, radii, type RadiusKm } from './feed.rules.ts'

/** `recent_from_id`: the smallest id that a post of the last 30 days can have. */
type FoundPost = NearbyPost & { recent_from_id: number }

/**
 * Posts of the covering cells that each round reads at most, visible or not. Each round reads four times as many as the
 * one before. After the last, a page may be short although there are more posts.
 */
const roundBudgets = [500, 2000, 8000]

type AreaStatements = {
  /** The newest visible posts before `$2`. `$1` viewer, `$3` budget, `$4` limit, then the circle and the cells. */
  scan: Statement<FoundPost, unknown[]>
  /** The last post that a scan with the same budget reads. `$1` before, `$2` budget, then the cells. */
  lastScanned: Statement<{ id: number }, unknown[]>
}

const foundColumnsSql = `p.id, p.author_id, first_id_at(now() - interval '30 days') AS recent_from_id`

const createAreaStatements = (resolution: number, cellCount: number): AreaStatements => {
  const cells = { resolution, cellCount, columnsSql: scanColumnsSql }
  const scannedSql = mergedCellsSql({ ...cells, beforeSql: '$2', limitSql: '$3', firstCellParameter: 8 })
  const lastScannedSql = mergedCellsSql({ ...cells, beforeSql: '$1', limitSql: '$2', firstCellParameter: 3 })
  return {
    scan: statement<FoundPost, unknown[]>(`
      SELECT ${foundColumnsSql} FROM (${scannedSql}) p ${authorJoinSql}
      WHERE ${withinCircleSql('$5', '$6', '$7')} AND ${visiblePostSql}
      ORDER BY p.id DESC LIMIT $4`),
    lastScanned: statement<{ id: number }, unknown[]>(`SELECT id FROM (${lastScannedSql}) p ORDER BY id LIMIT 1`),
  }
}

const everywhereStatements: AreaStatements = {
  scan: statement<FoundPost, unknown[]>(`
    SELECT ${foundColumnsSql}
    FROM (SELECT ${scanColumnsSql} FROM posts WHERE id < $2 ORDER BY id DESC LIMIT $3) p ${authorJoinSql}
    WHERE ${visiblePostSql}
    ORDER BY p.id DESC LIMIT $4`),
  lastScanned: statement<{ id: number }, unknown[]>(
    'SELECT id FROM (SELECT id FROM posts WHERE id < $1 ORDER BY id DESC LIMIT $2) p ORDER BY id LIMIT 1',
  ),
}

const areaStatements = new Map<string, AreaStatements>()

function statementsFor(area: Area, cellCount: number): AreaStatements {
  if (!area) return everywhereStatements
  const key = `${area.radius.resolution}/${cellCount}`
  const statements = areaStatements.get(key) ?? createAreaStatements(area.radius.resolution, cellCount)
  areaStatements.set(key, statements)
  return statements
}

type Scan = {
  posts: FoundPost[]
  /** The last post *scanned*, visible or not, where the next scan continues; null at the end of the area. */
  next: number | null
}

/**
 * Returns the newest posts of an area that the viewer may see.
 * @param before only posts with a smaller id.
 * @param wanted number of posts; there are fewer at the end of the area, or when the budgets are exhausted.
 */
export async function findNearbyPosts(
  db: Database,
  { viewerId, area, before, wanted }: { viewerId: number; area: Area; before: number; wanted: number },
): Promise<Scan> {
  const cells = area ? scannedCells(area) : []
  const { scan, lastScanned } = statementsFor(area, cells.length)
  const circle = area ? circleParameters(area) : []
  const posts: FoundPost[] = []
  let from = before
  for (const budget of roundBudgets) {
    posts.push(...(await scan(db, viewerId, from, budget, wanted - posts.length, ...circle, ...cells)))
    const last = posts.at(-1)
    if (last && posts.length === wanted) return { posts, next: last.id }
    const end = await lastScanned.first(db, from, budget, ...cells)
    const hasMore = end && (await lastScanned.first(db, end.id, 1, ...cells)) !== undefined
    if (!hasMore) return { posts, next: null }
    // Posts published between the two statements move the end up: it must stay below the last post found.
    from = Math.min(end.id, last?.id ?? end.id)
  }
  return { posts, next: from }
}

export type FeedPage = { posts: NearbyPost[]; km: RadiusKm; cursor: FeedCursor | null }
type PageRequest = { viewerId: number; point: Point | null; limit: number }

/** Returns a later page, within the radius that the first one chose. */
export async function findPageAfter(
  db: Database,
  { viewerId, point, limit, cursor }: PageRequest & { cursor: FeedCursor },
): Promise<FeedPage> {
  const km = point ? cursor.km : null
  const area = point && areaWithin(point, km)
  const scan = await findNearbyPosts(db, { viewerId, area, before: cursor.before, wanted: limit + 1 })
  return pageOf(scan, km, { limit, offset: 0 })
}

/**
 * Posts that a first page looks at to see whether a radius is lively. The second number is for places where few people
 * wrote all of the newest posts.
 */
const postsToCount = [minRecentPosts + 15, 1000]

/**
 * Returns the first page, or the one at an offset, within the smallest radius that holds enough recent posts. One scan
 * serves both purposes, because the posts of the page are the first of those counted.
 */
export async function findFirstPage(
  db: Database,
  { viewerId, point, limit, offset }: PageRequest & { offset: number },
): Promise<FeedPage> {
  const wanted = offset + limit + 1
  for (const { km } of point ? radii : []) {
    const area = point && areaWithin(point, km)
    for (const count of postsToCount) {
      const scan = await findNearbyPosts(db, { viewerId, area, before: maxId, wanted: Math.max(wanted, count) })
      const recentFromId = scan.posts[0]?.recent_from_id ?? maxId
      if (countRecentPosts(scan.posts, recentFromId) >= minRecentPosts) return pageOf(scan, km, { limit, offset })
      const mayHaveMoreRecent = scan.next !== null && scan.next >= recentFromId
      if (!mayHaveMoreRecent) break
    }
  }
  return pageOf(await findNearbyPosts(db, { viewerId, area: null, before: maxId, wanted }), null, { limit, offset })
}

/** Cuts a page out of a scan, which has one post more than the page if there is a next one. */
function pageOf(scan: Scan, km: RadiusKm, { limit, offset }: { limit: number; offset: number }): FeedPage {
  const posts = scan.posts.slice(offset, offset + limit)
  const before = scan.posts.length > offset + limit ? posts.at(-1)?.id : scan.next
  return { posts, km, cursor: before == null ? null : { km, before } }
}
