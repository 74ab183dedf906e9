import type { CircleKm } from '#contract/feed-radius.ts'
import { createBatcher } from '#server/database/batcher.ts'
import type { Database } from '#server/database/connect.ts'
import { type Statement, statement } from '#server/database/statement.ts'
import type { Point } from '#server/platform/geography.ts'
import { postColumnsSql, type PostRow, postTablesSql } from '#server/posts/posts.queries.ts'
import { forViewer } from '#server/posts/visibility.queries.ts'
import { type Area, areaSql } from './area-scan.queries.ts'
import { maxId } from './feed.rules.ts'

/**
 * Posts of an area that a page reads at most, visible or not. After them a page may be short although there are more
 * posts.
 */
const maxScannedPosts = 10_000
const maxRequestsPerStatement = 32

/** A post of the feed, and the circle that it belongs to. */
export type FoundPost = PostRow & { km: CircleKm }

/** `request`: its position, from 1. Of the post at which the scan of an area ended, only the id is known. */
export type FoundRow = FoundPost & { request: number; found_id: number; is_end: boolean }

/** The posts that a page needs of areas that follow each other. */
export type AreasRequest = {
  viewerId: number
  wanted: number
  /** Posts of the first area are older than this id. */
  before: number
  /** Unknown where the areas have no circles. */
  point: Point | null
  tag: string | null
  areas: Area[]
}

const requestColumns = ['viewer_id', 'wanted', 'before', 'latitude', 'longitude', 'tag'] as const
const requestTypes = ['bigint', 'int', 'bigint', 'float8', 'float8', 'text'] as const

/** Requests of one shape have the same statement. */
const shapeOf = ({ tag, areas }: AreasRequest): string =>
  `${tag !== null} ${areas.map(({ km, withoutKm, cells }) => `${km}-${withoutKm}: ${cells.length}`).join()}`

const statements = new Map<string, Statement<FoundRow, unknown[]>>()

/**
 * Finds the posts of several requests `r`, one area after the other, each newest first. One statement for requests that
 * arrive together takes half the time of one for each.
 */
function createAreasStatement({ tag, areas }: AreasRequest): Statement<FoundRow, unknown[]> {
  const columns: string[] = [...requestColumns]
  const parts = areas.map((area, index) => {
    const firstCell = columns.length
    columns.push(...area.cells.map((_, cell) => `cell${firstCell + cell}`))
    const beforeSql = index === 0 ? 'r.before' : String(maxId)
    const cellSql = (cell: number) => `r.cell${firstCell + cell}`
    return `(${areaSql({ area, beforeSql, cellSql, scanned: maxScannedPosts, isTagged: tag !== null })})`
  })
  const arrays = columns.map((_, index) => `$${index + 1}::${requestTypes[index] ?? 'bigint'}[]`)
  // The planner expects more posts than there are: LATERAL and LIMIT make it look each of them up.
  return statement<FoundRow, unknown[]>(`
    SELECT r.request, found.km, found.id AS found_id, found.is_end, post.*
    FROM unnest(${arrays.join(', ')}) WITH ORDINALITY r (${columns.join(', ')}, request)
      CROSS JOIN LATERAL (SELECT * FROM (${parts.join(' UNION ALL ')}) area LIMIT r.wanted) found
      LEFT JOIN LATERAL (
        SELECT ${forViewer('r.viewer_id', postColumnsSql)}
        FROM ${postTablesSql} WHERE p.id = found.id AND NOT found.is_end LIMIT 1
      ) post ON true
    ORDER BY r.request, found.km, found.id DESC`)
}

/** @returns the rows of each request. @param requests of one shape. */
async function findRowsOf(db: Database, requests: AreasRequest[]): Promise<FoundRow[][]> {
  const [first] = requests
  if (!first) return []
  const shape = shapeOf(first)
  const find = statements.get(shape) ?? createAreasStatement(first)
  statements.set(shape, find)
  const rowsOf = requests.map(({ viewerId, wanted, before, point, tag, areas }) => [
    viewerId,
    wanted,
    before,
    point?.latitude ?? 0,
    point?.longitude ?? 0,
    tag,
    ...areas.flatMap(({ cells }) => cells),
  ])
  const columns = rowsOf[0]!.map((_, column) => rowsOf.map((row) => row[column]))
  const byRequest = Map.groupBy(await find(db, ...columns), ({ request }) => request)
  return requests.map((_, index) => byRequest.get(index + 1) ?? [])
}

/** Runs one statement for each shape. @returns the rows of each request. */
async function findRows(db: Database, requests: AreasRequest[]): Promise<FoundRow[][]> {
  const rows = new Map<AreasRequest, FoundRow[]>()
  const groups = Map.groupBy(requests, shapeOf).values()
  await Promise.all(
    Array.from(groups, async (group) => {
      const found = await findRowsOf(db, group)
      group.forEach((request, index) => rows.set(request, found[index] ?? []))
    }),
  )
  return requests.map((request) => rows.get(request) ?? [])
}

export type FindPostsOfAreas = (request: AreasRequest) => Promise<FoundRow[]>

/** Creates the function that returns the posts of areas, one area after the other, each newest first. */
export const createAreasReader = (db: Database): FindPostsOfAreas =>
  createBatcher(maxRequestsPerStatement, (requests: AreasRequest[]) => findRows(db, requests))
