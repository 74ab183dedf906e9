import { cellsWithin, haversineOfMetres, type Point } from '#server/platform/geography.ts'
import { radii, type Radius, type RadiusKm } from './feed.rules.ts'

// SQL that scans the posts of an area.

/** Posts within a radius of a point; null is everywhere. */
export type Area = { point: Point; radius: Radius } | null

export const areaWithin = (point: Point, km: RadiusKm): Area => {
  const radius = radii.find((candidate) => candidate.km === km)
  return radius ? { point, radius } : null
}

/** A post of an area. */
export type NearbyPost = { id: number; author_id: number }

/** The columns that the cell indexes contain. */
export const scanColumnsSql = 'id, author_id, latitude, longitude, followers_only'

type CellScan = {
  resolution: number
  cellCount: number
  columnsSql: string
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
export function mergedCellsSql(scan: CellScan): string {
  const branchSql = (index: number) =>
    `(SELECT ${scan.columnsSql} FROM posts WHERE c${scan.resolution} = $${scan.firstCellParameter + index}` +
    ` AND id < ${scan.beforeSql} ORDER BY id DESC)`
  const branches = Array.from({ length: scan.cellCount }, (_, index) => branchSql(index))
  return `${branches.join('\n UNION ALL ')}\n ORDER BY id DESC LIMIT ${scan.limitSql}`
}

/**
 * Whether post `p` lies within a circle. Takes parameters for its centre in degrees, and the haversine of its radius.
 */
export const withinCircleSql = (latitudeSql: string, longitudeSql: string, haversineSql: string): string =>
  `power(sin(radians(p.latitude - ${latitudeSql}) / 2), 2) + cos(radians(${latitudeSql})) * cos(radians(p.latitude))
      * power(sin(radians(p.longitude - ${longitudeSql}) / 2), 2) <= ${haversineSql}`

/** The parameters of `withinCircleSql`. */
export const circleParameters = ({ point, radius }: NonNullable<Area>): number[] => [
  point.latitude,
  point.longitude,
  haversineOfMetres(radius.km * 1000),
]

/**
 * Contains no posts. The number of cells is rounded up to a multiple of four, so that there are few statements to plan.
 */
const emptyCell = '0'

/**
 * Returns the cells that a scan of an area reads. They are not kept in memory for the next request, although computing
 * them takes 0.1 to 0.3 ms: its time would tell that somebody had asked there.
 */
export function scannedCells({ point, radius }: NonNullable<Area>): string[] {
  const cells = cellsWithin(point, radius.km * 1000, radius.resolution)
  return [...cells, ...Array<string>(-cells.length & 3).fill(emptyCell)]
}
