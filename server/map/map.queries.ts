import type { MapBox } from '#contract/map-box.ts'
import { type MapPeriod, mapPeriods } from '#contract/map-period.ts'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { authorJoinSql, publicPostSql, visiblePostSql } from '#server/posts/visibility.queries.ts'
import { notMutedPlaceSql, notMutedSql } from '#server/users/users.queries.ts'
import {
  type BoxPair,
  type HiddenRow,
  maxCells,
  maxPlaces,
  minAuthors,
  pairOfBoxes,
  periodHours,
  withoutHidden,
} from './map.rules.ts'

export const findLastCount = statement<{ counted_at: Date | null; took_ms: number }, []>(
  'SELECT counted_at, took_ms FROM map_count',
)

/** Whether a block separates viewer `$1` from anybody. */
const hasBlocksSql = `(
    (SELECT 1 FROM blocks WHERE blocker_id = $1 LIMIT 1) IS NOT NULL
    OR (SELECT 1 FROM blocks WHERE blocked_id = $1 LIMIT 1) IS NOT NULL
  ) AS has_blocks`

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

/** A row as it is counted for everybody, and whether something may have to be taken away for the viewer. */
type Shared<Row> = Row & { has_blocks: boolean }

/** The first id of a period that ended with the last count. */
const sinceSql = (period: MapPeriod) =>
  `(SELECT first_id_at(counted_at - ${periodHours[period]} * interval '1 hour') FROM map_count)`

/** How many of the counted posts at each place are of people whom a block separates from viewer `$1`. */
const hiddenPostsSql = (period: MapPeriod) => `
    SELECT p.place_id, count(*)::int AS posts
    FROM (
        SELECT blocked_id AS id FROM blocks WHERE blocker_id = $1
        UNION SELECT blocker_id FROM blocks WHERE blocked_id = $1
      ) person
      JOIN users u ON u.id = person.id
      JOIN posts p ON p.author_id = u.id AND p.id >= ${sinceSql(period)}
        AND p.id < (SELECT first_id_at(counted_at) FROM map_count)
    WHERE ${publicPostSql}
    GROUP BY p.place_id`

/**
 * The kept posts `p` of row `c` with their authors `u`, newest first: a statement that needs one looks up no more.
 * LIMIT keeps the planner from reading all posts with a picture first.
 */
const keptPostsSql = (column: 'newest_ids' | 'picture_ids') => `(
        SELECT id FROM unnest(c.${column}) kept (id) ORDER BY id DESC
      ) kept CROSS JOIN LATERAL (
        SELECT id, author_id, followers_only, media_id FROM posts WHERE id = kept.id LIMIT 1
      ) p ${authorJoinSql}`

/** Those of the kept posts of row `c` that viewer `$1` may see, newest first, as many as `wanted`. */
const visibleIdsSql = (period: MapPeriod, wanted: number) => `ARRAY(
      SELECT p.id FROM ${keptPostsSql('newest_ids')}
      WHERE p.id >= ${sinceSql(period)} AND ${publicPostSql} AND ${visiblePostSql}
      ORDER BY kept.id DESC LIMIT ${wanted}
    ) AS visible_ids`

const boxNames = ['west', 'south', 'east', 'north', 'west2', 'east2'] as const
const placeLabelSql = 'pl.name, pl.kind, pl.town, pl.province'

/** The newest posts of three authors are kept in order: the third shows whether all of them posted in the period. */
const findSharedCells = (period: MapPeriod) =>
  statement<Shared<MapCellRow>, BoxPair & { viewerId: number; resolution: number }>(
    `
  SELECT c.cell::text, c.posts, c.newest_id, ${placeLabelSql}, ${hasBlocksSql}
  FROM (
    SELECT c.cell, c.posts_${period} AS posts, c.newest_ids[1] AS newest_id, c.place_id FROM map_cells c
    WHERE (map_box(c.resolution, c.west, c.south, c.east, c.north) && map_box($2, $3, $4, $5, $6)
        OR map_box(c.resolution, c.west, c.south, c.east, c.north) && map_box($2, $7, $4, $8, $6))
      AND c.newest_ids[${minAuthors}] >= ${sinceSql(period)}
    ORDER BY c.posts_${period} DESC, c.cell LIMIT ${maxCells}
  ) c JOIN places pl ON pl.id = c.place_id
  ORDER BY c.posts DESC, c.cell`,
    ['viewerId', 'resolution', ...boxNames],
  )

/** The posts hidden from viewer `$1` in the cells `$3` of resolution `$2`; only cells with hidden posts. */
const findHiddenInCells = (period: MapPeriod) =>
  statement<HiddenRow, [viewerId: number, resolution: number, cells: string[]]>(`
  SELECT c.cell::text AS id, h.posts AS hidden_posts, ${visibleIdsSql(period, minAuthors)}
  FROM (
    SELECT map_ancestor(place.c7, $2) AS cell, sum(hidden.posts)::int AS posts
    FROM (${hiddenPostsSql(period)}) hidden JOIN map_places place USING (place_id) GROUP BY 1
  ) h JOIN map_cells c ON c.cell = h.cell
  WHERE c.cell = ANY($3::bigint[])`)

/**
 * The newest kept picture that everybody may see, and viewer `$1` too, now: what somebody has hidden since the count is
 * not shown. Pictures of people whom the viewer has muted are not either.
 */
const pictureJoinSql = (period: MapPeriod) => `LEFT JOIN LATERAL (
      SELECT m.name AS image, m.thumbhash AS image_thumbhash, m.alt AS image_alt
      FROM ${keptPostsSql('picture_ids')} JOIN media m ON m.id = p.media_id
      WHERE p.id >= ${sinceSql(period)} AND ${publicPostSql} AND ${visiblePostSql} AND ${notMutedSql('p.author_id')}
      ORDER BY kept.id DESC LIMIT 1
    ) picture ON true`

const findSharedPlaces = (period: MapPeriod) =>
  statement<Shared<MapPlaceRow>, BoxPair & { viewerId: number }>(
    `
  SELECT pl.id, ${placeLabelSql}, pl.latitude, pl.longitude, c.posts, c.newest_id, picture.image,
    picture.image_thumbhash, picture.image_alt, ${hasBlocksSql}
  FROM (
    SELECT c.place_id, c.posts_${period} AS posts, c.newest_ids[1] AS newest_id, c.picture_ids FROM map_places c
    WHERE (point(c.longitude, c.latitude) <@ box(point($2, $3), point($4, $5))
        OR point(c.longitude, c.latitude) <@ box(point($6, $3), point($7, $5)))
      AND c.posts_${period} > 0 AND ${notMutedPlaceSql('c.place_id')}
    ORDER BY c.posts_${period} DESC, newest_id DESC LIMIT ${maxPlaces + 1}
  ) c JOIN places pl ON pl.id = c.place_id ${pictureJoinSql(period)}
  ORDER BY c.posts DESC, c.newest_id DESC`,
    ['viewerId', ...boxNames],
  )

/** The posts hidden from viewer `$1` at the places `$2`; only places with hidden posts. */
const findHiddenAtPlaces = (period: MapPeriod) =>
  statement<HiddenRow, [viewerId: number, placeIds: number[]]>(`
  SELECT c.place_id::text AS id, h.posts AS hidden_posts, ${visibleIdsSql(period, 1)}
  FROM (${hiddenPostsSql(period)}) h JOIN map_places c ON c.place_id = h.place_id
  WHERE c.place_id = ANY($2::bigint[])`)

const ofEachPeriod = <Find>(create: (period: MapPeriod) => Find) =>
  Object.fromEntries(mapPeriods.map((period) => [period, create(period)])) as Record<MapPeriod, Find>

const sharedCells = ofEachPeriod(findSharedCells)
const hiddenInCells = ofEachPeriod(findHiddenInCells)
const sharedPlaces = ofEachPeriod(findSharedPlaces)
const hiddenAtPlaces = ofEachPeriod(findHiddenAtPlaces)

type View = { viewerId: number; period: MapPeriod; box: MapBox }

/**
 * Returns the cells of a resolution that lie in a box, those with most posts first. Most people read what is counted
 * for everybody; from the counts of somebody with a block, what it hides is taken away.
 */
export async function findCells(db: Database, resolution: number, view: View): Promise<MapCellRow[]> {
  const { viewerId, period, box } = view
  const rows = await sharedCells[period](db, { viewerId, resolution, ...pairOfBoxes(box) })
  if (!rows[0]?.has_blocks) return rows
  const ids = rows.map(({ cell }) => cell)
  const hidden = await hiddenInCells[period](db, viewerId, resolution, ids)
  return withoutHidden({ rows, hidden, idOf: ({ cell }) => cell, minAuthors })
}

/** Returns the places in a box in the same way, one more than are listed. */
export async function findPlaces(db: Database, view: View): Promise<MapPlaceRow[]> {
  const { viewerId, period, box } = view
  const rows = await sharedPlaces[period](db, { viewerId, ...pairOfBoxes(box) })
  if (!rows[0]?.has_blocks) return rows
  const ids = rows.map(({ id }) => id)
  const hidden = await hiddenAtPlaces[period](db, viewerId, ids)
  return withoutHidden({ rows, hidden, idOf: ({ id }) => String(id), minAuthors: 1 })
}
