import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { haversineOfMetres, type Point } from '#server/platform/geography.ts'
import { authorJoinSql, followersOnlySql, visiblePostSql } from '#server/posts/visibility.queries.ts'
import {
  minRecentPosts,
  coveringCells,
  type FeedCursor,
  maxId,
  radii,
  type Radius,
  type RadiusKm,
} from './feed.rules.ts'

/** Where to look: posts within a radius of a point, or everywhere. */
export type Area = { point: Point; radius: Radius } | null

/** A post of an area; `forFollowers`: for its author and their followers only. */
export type NearbyPost = { id: number; authorId: number; forFollowers: boolean }
/** `recent`: of the last 30 days. */
type FoundPost = NearbyPost & { recent: boolean }

/**
 * What one round reads at most, in posts of the covering cells, seen or not. Every round reads four
 * times as many as the one before; after the last, a page may be short without being the end.
 */
const roundBudgets = [500, 2000, 8000]

type Shape = {
  /** The newest visible posts before `$2`: `$1` viewer, `$3` budget, `$4` limit, then what the area adds. */
  scan: ReturnType<typeof statement<FoundPost, unknown[]>>
  /** The last post that a scan with the same budget reads: `$1` before, `$2` budget, then the cells. */
  lastScanned: ReturnType<typeof statement<{ id: number }, unknown[]>>
}

/** What the indexes of the cells hold. */
export const scanColumnsSql = 'id, author_id, latitude, longitude, followers_only'
const found = `p.id, p.author_id AS "authorId", ${followersOnlySql} AS "forFollowers", p.id >= first_id_at(now() - interval '30 days') AS recent`

type Merged = {
  resolution: number
  cells: number
  columns: string
  /** Parameters: an id that all are older than; how many; the first of the cells. */
  before: string
  limit: string
  firstCell: number
}

/**
 * One ordered index scan for each cell, merged (Merge Append), cut at the limit; distance and
 * visibility are checked above the merge. See docs/decisions/0004 for what the planner does otherwise.
 */
export function mergedCellsSql({ resolution, cells, columns, before, limit, firstCell }: Merged): string {
  const branch = (at: number) =>
    `(SELECT ${columns} FROM posts WHERE c${resolution} = $${firstCell + at} AND id < ${before} ORDER BY id DESC)`
  const branches = Array.from({ length: cells }, (_, at) => branch(at))
  return `${branches.join('\n UNION ALL ')}\n ORDER BY id DESC LIMIT ${limit}`
}

/** Whether a post `p` lies within a circle: parameters for its centre, in degrees, and the haversine of its radius. */
export const withinCircleSql = (latitude: string, longitude: string, haversine: string): string =>
  `power(sin(radians(p.latitude - ${latitude}) / 2), 2)
      + cos(radians(${latitude})) * cos(radians(p.latitude)) * power(sin(radians(p.longitude - ${longitude}) / 2), 2) <= ${haversine}`

/** What `withinCircle` takes. */
export const circleParameters = ({ point, radius }: NonNullable<Area>): number[] => [
  point.latitude,
  point.longitude,
  haversineOfMetres(radius.km * 1000),
]

const shapes = new Map<string, Shape>()

function shapeFor(resolution: number, cells: number): Shape {
  const key = `${resolution}/${cells}`
  const known = shapes.get(key)
  if (known) return known
  const merged = { resolution, cells, columns: scanColumnsSql }
  const shape: Shape = {
    scan: statement(`
      SELECT ${found} FROM (${mergedCellsSql({ ...merged, before: '$2', limit: '$3', firstCell: 8 })}) p ${authorJoinSql}
      WHERE ${withinCircleSql('$5', '$6', '$7')} AND ${visiblePostSql}
      ORDER BY p.id DESC LIMIT $4`),
    lastScanned: statement(
      `SELECT id FROM (${mergedCellsSql({ ...merged, before: '$1', limit: '$2', firstCell: 3 })}) p ORDER BY id LIMIT 1`,
    ),
  }
  shapes.set(key, shape)
  return shape
}

const everywhere: Shape = {
  scan: statement(`
    SELECT ${found} FROM (SELECT ${scanColumnsSql} FROM posts WHERE id < $2 ORDER BY id DESC LIMIT $3) p ${authorJoinSql}
    WHERE ${visiblePostSql}
    ORDER BY p.id DESC LIMIT $4`),
  lastScanned: statement(
    'SELECT id FROM (SELECT id FROM posts WHERE id < $1 ORDER BY id DESC LIMIT $2) p ORDER BY id LIMIT 1',
  ),
}

/** Nothing is in it: cells come in fours, so that there are few statements to plan. */
const noCell = '0'
const padded = (cells: string[]) => [...cells, ...Array<string>(-cells.length & 3).fill(noCell)]

/** The cells that a scan of an area reads. */
export const scannedCells = ({ point, radius }: NonNullable<Area>): string[] => padded(coveringCells(point, radius))

export type Scan = {
  posts: FoundPost[]
  /** Where the next scan goes on: the last post *scanned*, visible or not; null at the end of the area. */
  next: number | null
}

/**
 * The newest posts of an area that the viewer may see.
 * @param before only posts with a smaller id.
 * @param wanted how many; fewer come at the end of the area, or when the scan's budget is spent.
 */
export async function findNearbyPosts(
  db: Database,
  viewerId: number,
  area: Area,
  before: number,
  wanted: number,
): Promise<Scan> {
  const cells = area ? scannedCells(area) : []
  const shape = area ? shapeFor(area.radius.resolution, cells.length) : everywhere
  const circle = area ? circleParameters(area) : []
  const posts: FoundPost[] = []
  let from = before
  for (const budget of roundBudgets) {
    posts.push(...(await shape.scan(db, viewerId, from, budget, wanted - posts.length, ...circle, ...cells)))
    const last = posts.at(-1)
    if (last && posts.length === wanted) return { posts, next: last.id }
    const [end] = await shape.lastScanned(db, from, budget, ...cells)
    const more = end && (await shape.lastScanned(db, end.id, 1, ...cells)).length > 0
    if (!more) return { posts, next: null }
    // Posts published between the two statements move the end up: never above what was found.
    from = Math.min(end.id, last?.id ?? end.id)
  }
  return { posts, next: from }
}

export type FeedPage = { posts: NearbyPost[]; km: RadiusKm; cursor: FeedCursor | null }

export const areaWithin = (point: Point, km: RadiusKm): Area => {
  const radius = radii.find((candidate) => candidate.km === km)
  return radius ? { point, radius } : null
}

/** A later page: within the radius that the first one chose. */
export async function findPageAfter(
  db: Database,
  viewerId: number,
  point: Point | null,
  cursor: FeedCursor,
  limit: number,
): Promise<FeedPage> {
  const km = point ? cursor.km : null
  return pageOf(
    await findNearbyPosts(db, viewerId, point && areaWithin(point, km), cursor.before, limit + 1),
    km,
    limit,
    0,
  )
}

/**
 * The first page, or the one at an offset: within the smallest radius that is alive, newest first.
 * One scan answers both questions, since the posts of the page are the first of those counted.
 */
export async function findFirstPage(
  db: Database,
  viewerId: number,
  point: Point | null,
  limit: number,
  offset: number,
): Promise<FeedPage> {
  const wanted = offset + limit + 1
  for (const { km } of point ? radii : []) {
    const scan = await findNearbyPosts(
      db,
      viewerId,
      point && areaWithin(point, km),
      maxId,
      Math.max(wanted, minRecentPosts),
    )
    if (scan.posts.filter((post) => post.recent).length >= minRecentPosts) return pageOf(scan, km, limit, offset)
  }
  return pageOf(await findNearbyPosts(db, viewerId, null, maxId, wanted), null, limit, offset)
}

/** One post more than the page was asked for: whether there is a next page is known, not guessed. */
function pageOf(scan: Scan, km: RadiusKm, limit: number, offset: number): FeedPage {
  const posts = scan.posts.slice(offset, offset + limit)
  const before = scan.posts.length > offset + limit ? posts.at(-1)?.id : scan.next
  return { posts, km, cursor: before == null ? null : { km, before } }
}
