import type { Database } from '#server/database/connect.ts'
import { type Statement, statement } from '#server/database/statement.ts'
import { authorJoinSql, followersOnlySql } from '#server/posts/visibility.queries.ts'
import { activeUserSql } from '#server/users/users.queries.ts'
import {
  type Area,
  circleParameters,
  mergedCellsSql,
  type NearbyPost,
  scanColumnsSql,
  scannedCells,
  withinCircleSql,
} from '#server/feed/area-scan.queries.ts'
import { coveringCells, type RadiusKm } from '#server/feed/feed.rules.ts'
import { type CellVersions, cellVersionsSql, rangeFingerprintSql, sharedVersionSql } from './versions.queries.ts'

/**
 * The newest posts of an area before an id. It serves every viewer at the same point while its versions are current.
 */
export type FeedSlice = {
  km: RadiusKm
  /** Newest first, including those that only followers may see, without those of suspended authors. */
  posts: NearbyPost[]
  /** Those that are not for followers only. */
  publicPosts: NearbyPost[]
  authorIds: number[]
  /** Authors of the posts that only followers may see. */
  restrictedAuthorIds: number[]
  /** All posts have smaller ids. */
  before: number
  /** The slice contains all posts of the area from this id on; 0 if there are no older ones. */
  completeFrom: number
  sharedVersion: string
  /** Of the c4 cells that the area touches. */
  cellVersions: [cell: string, version: string | null][]
  /** Of the posts from `completeFrom` to `before`, for the area that is everywhere; otherwise null. */
  rangeFingerprint: string | null
}

type SliceRow = {
  posts: (NearbyPost & { isActive: boolean })[]
  complete_from: number | null
  cell_versions: CellVersions
  range_fingerprint: string | null
  shared_version: string
}

/** Posts of the covering cells that a scan reads at most. If they hold too few posts of the area, it is not cached. */
const scanBudget = 4000

/**
 * `$1` number of posts, `$2` budget, `$3` cells whose versions are needed, `$4` before; then the parameters of the
 * scan.
 */
const createSliceStatement = (scanSql: string, withinSql: string) =>
  statement<SliceRow, unknown[]>(`
    WITH nearby AS MATERIALIZED (
        SELECT p.id, p.author_id, ${followersOnlySql} AS followers_only, ${activeUserSql} AS is_active
        FROM (${scanSql}) p ${authorJoinSql} WHERE ${withinSql} ORDER BY p.id DESC LIMIT $1),
      extent AS MATERIALIZED (
        SELECT CASE WHEN count(*) = $1 THEN min(id) WHEN (SELECT count(*) FROM (${scanSql}) p) < $2 THEN 0 END
          AS complete_from
        FROM nearby)
    SELECT COALESCE((
        SELECT json_agg(json_build_object(
          'id', id, 'authorId', author_id, 'followersOnly', followers_only, 'isActive', is_active) ORDER BY id DESC)
        FROM nearby), '[]') AS posts,
      (SELECT complete_from FROM extent) AS complete_from,
      ${cellVersionsSql('$3')} AS cell_versions,
      ${sharedVersionSql} AS shared_version,
      CASE WHEN cardinality($3::bigint[]) = 0
        THEN ${rangeFingerprintSql('(SELECT complete_from FROM extent)', '$4')} END AS range_fingerprint`)

const statements = new Map<string, Statement<SliceRow, unknown[]>>()

function statementFor(resolution: number, cellCount: number): Statement<SliceRow, unknown[]> {
  const key = `${resolution}/${cellCount}`
  const existing = statements.get(key)
  if (existing) return existing
  const cells = { resolution, cellCount, columnsSql: scanColumnsSql }
  const created =
    resolution === 0
      ? createSliceStatement(
          'SELECT id, author_id, followers_only FROM posts WHERE id < $4 ORDER BY id DESC LIMIT $2',
          'true',
        )
      : createSliceStatement(
          mergedCellsSql({ ...cells, beforeSql: '$4', limitSql: '$2', firstCellParameter: 8 }),
          withinCircleSql('$5', '$6', '$7'),
        )
  statements.set(key, created)
  return created
}

/**
 * Returns the newest posts of an area; null if so few posts of its cells lie within it that caching is of no use.
 * @param size number of posts.
 */
export async function findFeedSlice(
  db: Database,
  { area, before, size }: { area: Area; before: number; size: number },
): Promise<FeedSlice | null> {
  const cells = area ? scannedCells(area) : []
  const versionedCells = area ? coveringCells(area.point, { km: area.radius.km, resolution: 4 }) : []
  const find = statementFor(area?.radius.resolution ?? 0, cells.length)
  const budget = area ? scanBudget : size
  const circle = area ? circleParameters(area) : []
  const row = await find.first(db, size, budget, versionedCells, before, ...circle, ...cells)
  if (!row || row.complete_from === null) return null
  return toSlice(row, { km: area?.radius.km ?? null, before, completeFrom: row.complete_from })
}

const authorIdsOf = (posts: NearbyPost[]) => [...new Set(posts.map(({ authorId }) => authorId))]

function toSlice(row: SliceRow, extent: Pick<FeedSlice, 'km' | 'before' | 'completeFrom'>): FeedSlice {
  const posts = row.posts
    .filter(({ isActive }) => isActive)
    .map(({ id, authorId, followersOnly }) => ({ id, authorId, followersOnly }))
  return {
    ...extent,
    posts,
    publicPosts: posts.filter(({ followersOnly }) => !followersOnly),
    authorIds: authorIdsOf(posts),
    restrictedAuthorIds: authorIdsOf(posts.filter(({ followersOnly }) => followersOnly)),
    sharedVersion: row.shared_version,
    cellVersions: Object.entries(row.cell_versions),
    rangeFingerprint: row.range_fingerprint,
  }
}
