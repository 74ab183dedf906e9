import type { MapPeriod } from '#contract/map-period.ts'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { publicPostSql } from '#server/posts/visibility.queries.ts'
import { coarsestResolution, finestResolution, keptAuthors, keptPictures, periodHours } from './map.rules.ts'

// The statements of a count, in the order in which a transaction executes them. Temporary tables hold what is counted
// until the rows that differ are changed.

const raiseWorkMemory = statement<never, []>("SELECT set_config('work_mem', '64MB', true)")
const lockCount = statement<never, []>('UPDATE map_count SET counted_at = clock_timestamp()')

/** Locks the counts, so that one process counts at a time, and stores the time. */
export async function beginCount(trx: Database): Promise<void> {
  await raiseWorkMemory(trx)
  await lockCount(trx)
}

const analyse = (table: string) => statement<never, []>(`ANALYZE ${table}`)
const analyseMapPlaces = analyse('map_places')
const analyseMapCells = analyse('map_cells')

/** Counts what the tables hold for the planner: after the first count it would not for a minute. */
export async function analyseCounts(trx: Database): Promise<void> {
  await analyseMapPlaces(trx)
  await analyseMapCells(trx)
}

export const endCount = statement<never, []>(
  'UPDATE map_count SET took_ms = 1000 * extract(epoch FROM clock_timestamp() - counted_at)',
)

const sinceSql = (period: MapPeriod) =>
  `(SELECT first_id_at(counted_at - ${periodHours[period]} * interval '1 hour') FROM map_count)`
const countSql = (period: MapPeriod) => `count(*) FILTER (WHERE p.id >= ${sinceSql(period)})::int`

const createCountedPosts = statement<never, []>(`
  CREATE TEMP TABLE counted_posts ON COMMIT DROP AS
  SELECT p.place_id, p.author_id, ${countSql('day')} AS posts_day, ${countSql('week')} AS posts_week,
    count(*)::int AS posts_month, max(p.id) AS newest_id, max(p.id) FILTER (WHERE p.media_id IS NOT NULL) AS picture_id
  FROM posts p JOIN users u ON u.id = p.author_id
  WHERE p.id >= ${sinceSql('month')} AND p.id < (SELECT first_id_at(counted_at) FROM map_count)
    AND ${publicPostSql}
  GROUP BY p.place_id, p.author_id`)
const analyseCountedPosts = analyse('counted_posts')

/** Reads the public posts of the last month, the only read of posts: one row for each author at each place. */
export async function countPosts(trx: Database): Promise<void> {
  await createCountedPosts(trx)
  await analyseCountedPosts(trx)
}

const sumsSql = ['day', 'week', 'month'].map((period) => `sum(posts_${period})::int AS posts_${period}`).join(', ')
/** The first of the ids, newest first. */
const newestSql = (column: string, limit: number) =>
  `COALESCE((array_agg(${column} ORDER BY ${column} DESC)
    FILTER (WHERE ${column} IS NOT NULL))[1:${limit}], '{}')`

const createCountedPlaces = statement<never, []>(`
  CREATE TEMP TABLE counted_places ON COMMIT DROP AS
  SELECT place_id, ${sumsSql}, ${newestSql('newest_id', keptAuthors)} AS newest_ids,
    ${newestSql('picture_id', keptPictures)} AS picture_ids
  FROM counted_posts GROUP BY place_id`)
const analyseCountedPlaces = analyse('counted_places')

/** Sums what each place has. */
export async function sumPlaces(trx: Database): Promise<void> {
  await createCountedPlaces(trx)
  await analyseCountedPlaces(trx)
}

type NewPlaceRow = { place_id: number; latitude: number; longitude: number }

/** Returns counted places that are not on the map yet, or have moved. */
export const findNewPlaces = statement<NewPlaceRow, []>(`
  SELECT pl.id AS place_id, pl.latitude, pl.longitude
  FROM counted_places counted JOIN places pl ON pl.id = counted.place_id
    LEFT JOIN map_places known ON known.place_id = pl.id
  WHERE (known.latitude, known.longitude) IS DISTINCT FROM (pl.latitude, pl.longitude)`)

const upsertAll = statement<never, [places: string]>(`
  INSERT INTO map_places (place_id, latitude, longitude, c7, posts_day, posts_week, posts_month, newest_ids,
    picture_ids)
  SELECT place_id, latitude, longitude, c7, posts_day, posts_week, posts_month, newest_ids, picture_ids
  FROM json_to_recordset($1::json)
    AS place (place_id bigint, latitude float8, longitude float8, c7 bigint) JOIN counted_places USING (place_id)
  ORDER BY c7
  ON CONFLICT (place_id) DO UPDATE
    SET latitude = excluded.latitude, longitude = excluded.longitude, c7 = excluded.c7`)

/**
 * Puts places on the map with what they have: a row that was inserted without would grow at its first update, and
 * leave its page. A region's places are read half as fast then.
 */
export const upsertPlaces = (trx: Database, places: (NewPlaceRow & { c7: string })[]) =>
  upsertAll(trx, JSON.stringify(places))

type CellInsert = { cell: string; west: number; south: number; east: number; north: number }

const insertAllCells = statement<never, [cells: string]>(`
  INSERT INTO map_cells (cell, resolution, west, south, east, north)
  SELECT cell, cell >> 52 & 15, west, south, east, north FROM json_to_recordset($1::json)
    AS cell (cell bigint, west float8, south float8, east float8, north float8)
  ON CONFLICT DO NOTHING`)

export const insertCells = (trx: Database, cells: CellInsert[]) => insertAllCells(trx, JSON.stringify(cells))

const updateChangedPlaces = statement<never, []>(`
  UPDATE map_places known SET posts_day = now.posts_day, posts_week = now.posts_week, posts_month = now.posts_month,
    newest_ids = now.newest_ids, picture_ids = now.picture_ids
  FROM counted_places now
  WHERE now.place_id = known.place_id
    AND (known.posts_day, known.posts_week, known.posts_month, known.newest_ids, known.picture_ids)
      IS DISTINCT FROM (now.posts_day, now.posts_week, now.posts_month, now.newest_ids, now.picture_ids)`)
const deleteEmptyPlaces = statement<never, []>(`
  DELETE FROM map_places known
  WHERE NOT EXISTS (SELECT 1 FROM counted_places counted WHERE counted.place_id = known.place_id)`)

/** Changes the places whose counts differ, and deletes those without a counted post. */
export async function updatePlaces(trx: Database): Promise<void> {
  await updateChangedPlaces(trx)
  await deleteEmptyPlaces(trx)
}

const createCountedAuthors = statement<never, []>(`
  CREATE TEMP TABLE counted_authors (resolution int, cell bigint, author_id bigint, newest_id bigint)
  ON COMMIT DROP`)

/** The sources of the cells of a resolution: the places for the finest one, otherwise the cells in them. */
function sourcesOf(resolution: number): { authorsSql: string; countsSql: string } {
  if (resolution === finestResolution)
    return {
      authorsSql: 'SELECT pl.c7 AS cell, author_id, newest_id FROM counted_posts JOIN map_places pl USING (place_id)',
      countsSql: 'SELECT c7 AS cell, posts_day, posts_week, posts_month, place_id FROM map_places',
    }
  return {
    authorsSql: `SELECT map_ancestor(cell, ${resolution}) AS cell, author_id, newest_id
          FROM counted_authors WHERE resolution = ${resolution + 1}`,
    countsSql: `SELECT map_ancestor(cell, ${resolution}) AS cell, posts_day, posts_week, posts_month, place_id
          FROM map_cells WHERE resolution = ${resolution + 1}`,
  }
}

/**
 * Finds the authors who posted last in each cell. The ones of a cell are among those of the cells in it, so that no
 * more of these have to be read.
 */
const findNewestAuthors = (resolution: number) =>
  statement<never, []>(`
  INSERT INTO counted_authors
  SELECT ${resolution}, cell, author_id, newest_id FROM (
    SELECT cell, author_id, max(newest_id) AS newest_id,
      row_number() OVER (PARTITION BY cell ORDER BY max(newest_id) DESC) AS position
    FROM (${sourcesOf(resolution).authorsSql}) source GROUP BY cell, author_id
  ) author WHERE position <= ${keptAuthors}`)

const updateChangedCells = (resolution: number) =>
  statement<never, []>(`
  UPDATE map_cells known SET posts_day = now.posts_day, posts_week = now.posts_week, posts_month = now.posts_month,
    place_id = now.place_id, newest_ids = author.newest_ids
  FROM (
    SELECT cell, ${sumsSql}, (array_agg(place_id ORDER BY posts_month DESC, place_id))[1] AS place_id
    FROM (${sourcesOf(resolution).countsSql}) source GROUP BY cell
  ) now
    JOIN (
      SELECT cell, array_agg(newest_id ORDER BY newest_id DESC) AS newest_ids
      FROM counted_authors WHERE resolution = ${resolution} GROUP BY cell
    ) author USING (cell)
  WHERE now.cell = known.cell
    AND (known.posts_day, known.posts_week, known.posts_month, known.place_id, known.newest_ids)
      IS DISTINCT FROM
      (now.posts_day, now.posts_week, now.posts_month, now.place_id, author.newest_ids)`)
const deleteEmptyCells = (resolution: number) =>
  statement<never, []>(`
  DELETE FROM map_cells known WHERE resolution = ${resolution}
    AND NOT EXISTS (SELECT 1 FROM counted_authors counted WHERE counted.cell = known.cell)`)

const resolutions = Array.from(
  { length: finestResolution - coarsestResolution + 1 },
  (_, index) => finestResolution - index,
)
const cellStatements = resolutions.flatMap((resolution) => [
  findNewestAuthors(resolution),
  updateChangedCells(resolution),
  deleteEmptyCells(resolution),
])

/**
 * Changes the cells whose counts differ, from the finest resolution to the coarsest: each sums the one before. A cell is
 * named by the cell in it with most of the month's posts, the finest one by such a place: one busy place outside does
 * not name a town.
 */
export async function updateCells(trx: Database): Promise<void> {
  await createCountedAuthors(trx)
  for (const execute of cellStatements) await execute(trx)
}
