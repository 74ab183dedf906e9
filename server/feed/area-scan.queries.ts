import { cellsWithin, haversineOfMetres, type Point } from '#server/platform/geography.ts'
import { type Band, type Circle, circles } from './feed.rules.ts'

// SQL that scans the posts of an area.

/** The posts of a band around a point; `circle` is null for everywhere. */
export type Area = { point: Point | null; circle: Circle | null; withoutKm: Circle['km'] | null }

export const areaOf = (point: Point | null, { km, withoutKm }: Band): Area => ({
  point,
  circle: circles.find((circle) => circle.km === km) ?? null,
  withoutKm,
})

/** A post of an area. */
export type NearbyPost = { id: number; author_id: number }

/** The columns that the cell indexes contain. */
export const scanColumnsSql = 'id, author_id, latitude, longitude, followers_only'

/** The table that a scan reads: the posts themselves, or another table with an entry for each post. */
export type ScanSource = {
  tableSql: string
  /** The column with the post's id. */
  idSql: string
  /** Selected columns, with the post's id as `id`. */
  columnsSql: string
  /** Ends in AND. */
  conditionSql: string
}
export const postsSource = (columnsSql: string): ScanSource => ({
  tableSql: 'posts',
  idSql: 'id',
  columnsSql,
  conditionSql: '',
})
/** The posts with a hashtag. */
export const hashtagSource = (tagSql: string): ScanSource => ({
  tableSql: 'post_hashtags',
  idSql: 'post_id',
  columnsSql: 'post_id AS id',
  conditionSql: `tag = ${tagSql} AND `,
})

type CellScan = {
  resolution: number
  cellCount: number
  source: ScanSource
  /** Parameters: the id that all posts are older than; the limit. */
  beforeSql: string
  limitSql: string
  /** Number of the parameter of the first cell. */
  firstCellParameter: number
}

/**
 * Merges one ordered index scan per cell (Merge Append), and cuts the result at the limit. Distance and visibility are
 * checked above the merge. See docs/decisions/0004 for what the planner does otherwise.
 */
export function mergedCellsSql({ source, ...scan }: CellScan): string {
  const branchSql = (index: number) =>
    `(SELECT ${source.columnsSql} FROM ${source.tableSql} WHERE ${source.conditionSql}` +
    `c${scan.resolution} = $${scan.firstCellParameter + index}` +
    ` AND ${source.idSql} < ${scan.beforeSql} ORDER BY ${source.idSql} DESC)`
  const branches = Array.from({ length: scan.cellCount }, (_, index) => branchSql(index))
  return `${branches.join('\n UNION ALL ')}\n ORDER BY id DESC LIMIT ${scan.limitSql}`
}

/** SQL of the haversine of the angle between post `p` and a point in degrees. */
const haversineSql = (latitudeSql: string, longitudeSql: string): string =>
  `(power(sin(radians(p.latitude - ${latitudeSql}) / 2), 2) + cos(radians(${latitudeSql})) * cos(radians(p.latitude))
      * power(sin(radians(p.longitude - ${longitudeSql}) / 2), 2))`

/** Whether post `p` lies in an area. Takes the `areaParameters` as parameters from a number on. */
export function withinAreaSql(
  { circle, withoutKm }: Pick<Area, 'circle' | 'withoutKm'>,
  firstParameter: number,
): string {
  const parameterSql = (offset: number) => `$${firstParameter + offset}`
  const distanceSql = haversineSql(parameterSql(0), parameterSql(1))
  const withinSql = circle && `${distanceSql} <= ${parameterSql(2)}`
  const outsideSql = withoutKm && `${distanceSql} > ${parameterSql(circle ? 3 : 2)}`
  return [withinSql, outsideSql].filter((condition) => condition !== null).join(' AND ') || 'true'
}

/** The centre in degrees, and the haversines of the outer and the inner radius, as far as there are any. */
export function areaParameters({ point, circle, withoutKm }: Area): number[] {
  if (!point || (!circle && !withoutKm)) return []
  const radiiKm = [circle?.km ?? null, withoutKm].filter((km) => km !== null)
  return [point.latitude, point.longitude, ...radiiKm.map((km) => haversineOfMetres(km * 1000))]
}

/**
 * Contains no posts. The number of cells is rounded up to a multiple of four, so that there are few statements to plan.
 */
const emptyCell = '0'

/**
 * Returns the cells that a scan of an area reads; none for everywhere. They are not cached, although computing them
 * takes 0.1 to 0.3 ms: the time of an answer would reveal that somebody had asked there before.
 */
export function scannedCells({ point, circle }: Area): string[] {
  if (!point || !circle) return []
  const cells = cellsWithin(point, circle.km * 1000, circle.resolution)
  return [...cells, ...Array<string>(-cells.length & 3).fill(emptyCell)]
}
