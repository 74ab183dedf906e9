import { haversineOfMetres, type Point } from '#server/platform/geography.ts'
import { authorJoinSql, forViewer, visiblePostSql } from '#server/posts/visibility.queries.ts'
import { notMutedPostSql } from '#server/users/users.queries.ts'
import { type Band, type Circle, circles } from './feed.rules.ts'
import type { FindCells } from './populated-cells.ts'

// SQL that finds the posts of an area.

/** A band around a point. */
export type Area = Band & {
  /** Null for everywhere. */
  circle: Circle | null
  /** The cells that the scan reads; none for everywhere. Some may be empty. */
  cells: readonly string[]
}

/** Contains no posts. */
const emptyCell = '0'
/** The number of cells is rounded up, so that there are few statements to plan. */
const cellCountStep = 4

/** Returns the area of a band; null for a circle that never had posts. */
export function areaOf(findCells: FindCells, point: Point | null, band: Band): Area | null {
  const circle = circles.find(({ km }) => km === band.km) ?? null
  if (!point || !circle) return { ...band, circle: null, cells: [] }
  const cells = findCells(point, circle)
  if (cells.length === 0) return null
  while (cells.length % cellCountStep !== 0) cells.push(emptyCell)
  return { ...band, circle, cells }
}

/** The columns that the cell indexes contain. */
const scanColumnsSql = 'id, author_id, latitude, longitude, followers_only'

/** The table that a scan reads: the posts themselves, or the entries of a hashtag. */
type ScanSource = { tableSql: string; idSql: string; columnsSql: string; conditionSql: string }
const posts: ScanSource = { tableSql: 'posts', idSql: 'id', columnsSql: scanColumnsSql, conditionSql: '' }
const entriesOfHashtag: ScanSource = {
  tableSql: 'post_hashtags',
  idSql: 'post_id',
  columnsSql: 'post_id AS id',
  conditionSql: 'tag = r.tag AND ',
}

/** Joins the posts of entries row by row, in their order. */
const entryPostsSql = (entriesSql: string) =>
  `SELECT entry.id, entry.n, post.author_id, post.latitude, post.longitude, post.followers_only
    FROM (${entriesSql}) entry CROSS JOIN LATERAL (SELECT * FROM posts WHERE id = entry.id LIMIT 1) post`

/** SQL of the haversine of the angle between post `p` and the point of a request. */
const haversineSql = `(power(sin(radians(p.latitude - r.latitude) / 2), 2)
      + cos(radians(r.latitude)) * cos(radians(p.latitude)) * power(sin(radians(p.longitude - r.longitude) / 2), 2))`

/** Whether post `p` lies in a band. */
function withinBandSql({ km, withoutKm }: Band): string {
  const haversineOf = (radiusKm: number) => haversineOfMetres(radiusKm * 1000)
  const within = km === null ? [] : [`${haversineSql} <= ${haversineOf(km)}`]
  const outside = withoutKm === null ? [] : [`${haversineSql} > ${haversineOf(withoutKm)}`]
  return [...within, ...outside].join(' AND ') || 'true'
}

type AreaSqlInput = {
  area: Area
  /** Older than this id. */
  beforeSql: string
  /** SQL of a cell, by its index. */
  cellSql: (index: number) => string
  /** Posts that are scanned at most, whoever may see them. */
  scanned: number
  isTagged: boolean
}

/**
 * SQL of the posts of an area that the viewer of a request `r` may see, newest first: `id`, `km`, and `is_end`, which is
 * true for the post after the last that is scanned, whoever may see it.
 *
 * It merges one ordered index scan per cell (Merge Append), and reads as many posts as are needed. Distance and
 * visibility are checked above the merge. feed.plan.test.ts holds the plan.
 */
export function areaSql({ area, beforeSql, cellSql, scanned, isTagged }: AreaSqlInput): string {
  const { tableSql, idSql, columnsSql, conditionSql } = isTagged ? entriesOfHashtag : posts
  const orderedSql = (inCellSql: string) =>
    `SELECT ${columnsSql} FROM ${tableSql} WHERE ${conditionSql}${inCellSql}${idSql} < ${beforeSql} ORDER BY ${idSql} DESC`
  const branches = area.cells.map(
    (_, index) => `(${orderedSql(`c${area.circle?.resolution} = ${cellSql(index)} AND `)})`,
  )
  const mergedSql = branches.length === 0 ? orderedSql('') : `${branches.join('\n UNION ALL ')} ORDER BY id DESC`
  const scannedSql = `SELECT *, row_number() OVER (ORDER BY id DESC) AS n FROM (${mergedSql} LIMIT ${scanned + 1}) s`
  const isEndSql = `p.n > ${scanned}`
  return `
    SELECT p.id, ${area.km ?? 'NULL'}::int AS km, ${isEndSql} AS is_end
    FROM (${isTagged ? entryPostsSql(scannedSql) : scannedSql}) p ${authorJoinSql}
    WHERE (${isEndSql} OR ${withinBandSql(area)})
      AND (${isEndSql} OR ${forViewer('r.viewer_id', `${visiblePostSql} AND ${notMutedPostSql}`)})
    ORDER BY p.id DESC`
}
