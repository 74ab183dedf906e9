import { type MapPeriod, mapPeriods } from '#contract/map-period.ts'
import { statement } from '#server/database/statement.ts'
import { publicPostSql, visiblePostSql, visiblePostSqlFor } from '#server/posts/visibility.queries.ts'
import { mutedPlaceSql, notMutedSql } from '#server/users/users.queries.ts'
import { type BoxPair, maxCells, maxPlaces, minAuthors, periodHours } from './map.rules.ts'

export const findLastCount = statement<{ counted_at: Date | null; took_ms: number }, []>(
  'SELECT counted_at, took_ms FROM map_count',
)

/** Whether anybody blocks viewer `$1` or is blocked by them: most people get counts that are the same for everybody. */
export const findHasBlocks = statement<{ has_blocks: boolean }, [viewerId: number]>(`
  SELECT (SELECT 1 FROM blocks WHERE blocker_id = $1 LIMIT 1) IS NOT NULL
    OR (SELECT 1 FROM blocks WHERE blocked_id = $1 LIMIT 1) IS NOT NULL AS has_blocks`).first

export type MapCellRow = {
  /** Text of a bigint. */
  cell: string
  posts: number
  newest_id: number
  name: string
  kind: string
  town: string | null
  province: string | null
}
export type MapPlaceRow = {
  id: number
  name: string
  kind: string
  town: string | null
  province: string | null
  latitude: number
  longitude: number
  posts: number
  newest_id: number
  image: string | null
  image_thumbhash: string | null
  image_alt: string | null
}

type CellsInput = BoxPair & { resolution: number }
type CellsOfViewerInput = CellsInput & { viewerId: number }
type PlacesInput = BoxPair & { viewerId: number }

/** The first id of a period that ended with the last count. */
const sinceSql = (period: MapPeriod) =>
  `(SELECT first_id_at(counted_at - ${periodHours[period]} * interval '1 hour') FROM map_count)`

/** How many of the counted posts at each place are of people whom a block separates from a viewer. */
const hiddenPostsSql = (period: MapPeriod, viewerSql: string) => `hidden AS MATERIALIZED (
    SELECT p.place_id, count(*)::int AS posts
    FROM (
        SELECT blocked_id AS id FROM blocks WHERE blocker_id = ${viewerSql}
        UNION SELECT blocker_id FROM blocks WHERE blocked_id = ${viewerSql}
      ) person
      JOIN users u ON u.id = person.id
      JOIN posts p ON p.author_id = u.id AND p.id >= ${sinceSql(period)}
        AND p.id < (SELECT first_id_at(counted_at) FROM map_count)
    WHERE ${publicPostSql}
    GROUP BY p.place_id
  )`

/** Those of the kept posts of row `c` that the viewer may see, newest first, as many as `wanted`. */
const visibleIdsSql = (period: MapPeriod, viewerSql: string, wanted: number) => `
    SELECT p.id FROM unnest(c.newest_ids) kept (id)
      JOIN posts p ON p.id = kept.id JOIN users u ON u.id = p.author_id
    WHERE p.id >= ${sinceSql(period)} AND ${publicPostSql} AND ${visiblePostSqlFor(viewerSql)}
    ORDER BY p.id DESC LIMIT ${wanted}`

const inCellBoxesSql = `(map_box(c.resolution, c.west, c.south, c.east, c.north) && map_box($1, $2, $3, $4, $5)
      OR map_box(c.resolution, c.west, c.south, c.east, c.north) && map_box($1, $6, $3, $7, $5))`
const cellNames = ['resolution', 'west', 'south', 'east', 'north', 'west2', 'east2'] as const
const placeLabelSql = 'pl.name, pl.kind, pl.town, pl.province'

/** Without blocks: the newest posts of the first three authors tell whether all of these posted in the period. */
const findCellsOf = (period: MapPeriod) =>
  statement<MapCellRow, CellsInput>(
    `
  SELECT c.cell::text, c.posts, c.newest_id, ${placeLabelSql}
  FROM (
    SELECT c.cell, c.posts_${period} AS posts, c.newest_ids[1] AS newest_id, c.place_id FROM map_cells c
    WHERE ${inCellBoxesSql} AND c.newest_ids[${minAuthors}] >= ${sinceSql(period)}
    ORDER BY c.posts_${period} DESC, c.cell LIMIT ${maxCells}
  ) c JOIN places pl ON pl.id = c.place_id
  ORDER BY c.posts DESC, c.cell`,
    cellNames,
  )

const findCellsWithBlocksOf = (period: MapPeriod) =>
  statement<MapCellRow, CellsOfViewerInput>(
    `
  WITH ${hiddenPostsSql(period, '$8')},
    hidden_of_cell AS MATERIALIZED (
      SELECT map_ancestor(place.c7, $1) AS cell, sum(hidden.posts)::int AS posts
      FROM hidden JOIN map_places place USING (place_id) GROUP BY 1
    )
  SELECT c.cell::text, c.posts, visible.ids[1] AS newest_id, ${placeLabelSql}
  FROM (
    SELECT c.cell, c.posts_${period} - COALESCE(h.posts, 0) AS posts, c.newest_ids, c.place_id
    FROM map_cells c LEFT JOIN hidden_of_cell h ON h.cell = c.cell
    WHERE ${inCellBoxesSql} AND c.newest_ids[${minAuthors}] >= ${sinceSql(period)}
      AND c.posts_${period} > COALESCE(h.posts, 0)
    ORDER BY posts DESC, c.cell LIMIT ${maxCells}
  ) c
    CROSS JOIN LATERAL (SELECT ARRAY(${visibleIdsSql(period, '$8', minAuthors)}) AS ids) visible
    JOIN places pl ON pl.id = c.place_id
  WHERE cardinality(visible.ids) = ${minAuthors}
  ORDER BY c.posts DESC, c.cell`,
    [...cellNames, 'viewerId'],
  )

const inPlaceBoxesSql = `(point(c.longitude, c.latitude) <@ box(point($2, $3), point($4, $5))
      OR point(c.longitude, c.latitude) <@ box(point($6, $3), point($7, $5)))`
const placeNames = ['viewerId', 'west', 'south', 'east', 'north', 'west2', 'east2'] as const

/**
 * The newest kept picture that everybody may see, and viewer `$1` too, now: what somebody has hidden since the count is
 * not shown. Pictures of people whom the viewer has muted are not either.
 */
const pictureJoinSql = (period: MapPeriod) => `LEFT JOIN LATERAL (
      SELECT m.name AS image, m.thumbhash AS image_thumbhash, m.alt AS image_alt
      FROM unnest(c.picture_ids) kept (id)
        JOIN posts p ON p.id = kept.id JOIN users u ON u.id = p.author_id JOIN media m ON m.id = p.media_id
      WHERE p.id >= ${sinceSql(period)} AND ${publicPostSql} AND ${visiblePostSql} AND ${notMutedSql('p.author_id')}
      ORDER BY p.id DESC LIMIT 1
    ) picture ON true`
const placeColumnsSql = `pl.id, ${placeLabelSql}, pl.latitude, pl.longitude, c.posts, picture.image,
    picture.image_thumbhash, picture.image_alt`
/** One more, to know whether there are more. */
const placeLimit = maxPlaces + 1
const notMutedPlaceSql = `NOT ${mutedPlaceSql.replace('pl.id', 'c.place_id')}`

const findPlacesOf = (period: MapPeriod) =>
  statement<MapPlaceRow, PlacesInput>(
    `
  SELECT ${placeColumnsSql}, c.newest_id
  FROM (
    SELECT c.place_id, c.posts_${period} AS posts, c.newest_ids[1] AS newest_id, c.picture_ids FROM map_places c
    WHERE ${inPlaceBoxesSql} AND c.posts_${period} > 0 AND ${notMutedPlaceSql}
    ORDER BY c.posts_${period} DESC, newest_id DESC LIMIT ${placeLimit}
  ) c JOIN places pl ON pl.id = c.place_id ${pictureJoinSql(period)}
  ORDER BY c.posts DESC, c.newest_id DESC`,
    placeNames,
  )

const findPlacesWithBlocksOf = (period: MapPeriod) =>
  statement<MapPlaceRow, PlacesInput>(
    `
  WITH ${hiddenPostsSql(period, '$1')}
  SELECT ${placeColumnsSql}, visible.id AS newest_id
  FROM (
    SELECT c.place_id, c.posts_${period} - COALESCE(h.posts, 0) AS posts, c.newest_ids, c.picture_ids
    FROM map_places c LEFT JOIN hidden h ON h.place_id = c.place_id
    WHERE ${inPlaceBoxesSql} AND c.posts_${period} > COALESCE(h.posts, 0) AND ${notMutedPlaceSql}
    ORDER BY posts DESC, c.newest_ids[1] DESC LIMIT ${placeLimit}
  ) c
    CROSS JOIN LATERAL (${visibleIdsSql(period, '$1', 1)}) visible
    JOIN places pl ON pl.id = c.place_id ${pictureJoinSql(period)}
  ORDER BY c.posts DESC, visible.id DESC`,
    placeNames,
  )

const ofEachPeriod = <Find>(create: (period: MapPeriod) => Find) =>
  Object.fromEntries(mapPeriods.map((period) => [period, create(period)])) as Record<MapPeriod, Find>

/** Returns the cells of a resolution that lie in a box, those with most posts first. */
export const findCells = ofEachPeriod(findCellsOf)
/** The same for somebody with a block: as if the people whom it hides from them had posted nothing. */
export const findCellsWithBlocks = ofEachPeriod(findCellsWithBlocksOf)
/** Returns the places in a box, those with most posts first, one more than are listed. */
export const findPlaces = ofEachPeriod(findPlacesOf)
export const findPlacesWithBlocks = ofEachPeriod(findPlacesWithBlocksOf)
