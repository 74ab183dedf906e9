import { sql } from 'kysely'
import type { MapPeriod } from '#contract/map-period.ts'
import type { Database } from '#server/database/connect.ts'
import { publicPostSql } from '#server/posts/visibility.queries.ts'
import { coarsestResolution, finestResolution, keptAuthors, keptPictures, periodHours } from './map.rules.ts'

// The statements of a count, in the order in which a transaction executes them. Temporary tables hold what is counted
// until the rows that differ are changed.

/** Locks the counts, so that one process counts at a time, and returns the time. */
export async function beginCount(trx: Database): Promise<void> {
  await sql`SELECT set_config('work_mem', '64MB', true)`.execute(trx)
  await sql`UPDATE map_count SET counted_at = clock_timestamp()`.execute(trx)
}

/** Counts what the tables hold for the planner: after the first count it would not for a minute. */
export async function analyseCounts(trx: Database): Promise<void> {
  await sql`ANALYZE map_places`.execute(trx)
  await sql`ANALYZE map_cells`.execute(trx)
}

export async function endCount(trx: Database): Promise<void> {
  await sql`
    UPDATE map_count SET took_ms = 1000 * extract(epoch FROM clock_timestamp() - counted_at)`.execute(trx)
}

const sinceSql = (period: MapPeriod) =>
  sql`(SELECT first_id_at(counted_at - ${sql.lit(periodHours[period])} * interval '1 hour') FROM map_count)`
const countSql = (period: MapPeriod) => sql`count(*) FILTER (WHERE p.id >= ${sinceSql(period)})::int`

/** Reads the public posts of the last month, the only read of posts: one row for each author at each place. */
export async function countPosts(trx: Database): Promise<void> {
  await sql`
    CREATE TEMP TABLE counted_posts ON COMMIT DROP AS
    SELECT p.place_id, p.author_id, ${countSql('day')} AS posts_day, ${countSql('week')} AS posts_week,
      count(*)::int AS posts_month, max(p.id) AS newest_id, max(p.id) FILTER (WHERE p.media_id IS NOT NULL) AS picture_id
    FROM posts p JOIN users u ON u.id = p.author_id
    WHERE p.id >= ${sinceSql('month')} AND p.id < (SELECT first_id_at(counted_at) FROM map_count)
      AND ${sql.raw(publicPostSql)}
    GROUP BY p.place_id, p.author_id`.execute(trx)
  await sql`ANALYZE counted_posts`.execute(trx)
}

const sumsSql = sql.raw(
  ['day', 'week', 'month'].map((period) => `sum(posts_${period})::int AS posts_${period}`).join(', '),
)
/** The first of the ids, newest first. */
const newestSql = (column: string, limit: number) =>
  sql.raw(`COALESCE((array_agg(${column} ORDER BY ${column} DESC)
    FILTER (WHERE ${column} IS NOT NULL))[1:${limit}], '{}')`)

/** Sums what each place has. */
export async function sumPlaces(trx: Database): Promise<void> {
  await sql`
    CREATE TEMP TABLE counted_places ON COMMIT DROP AS
    SELECT place_id, ${sumsSql}, ${newestSql('newest_id', keptAuthors)} AS newest_ids,
      ${newestSql('picture_id', keptPictures)} AS picture_ids
    FROM counted_posts GROUP BY place_id`.execute(trx)
  await sql`ANALYZE counted_places`.execute(trx)
}

type NewPlaceRow = { place_id: number; latitude: number; longitude: number }

/** Returns counted places that are not on the map yet, or have moved. */
export async function findNewPlaces(trx: Database): Promise<NewPlaceRow[]> {
  const { rows } = await sql<NewPlaceRow>`
    SELECT pl.id AS place_id, pl.latitude, pl.longitude
    FROM counted_places counted JOIN places pl ON pl.id = counted.place_id
      LEFT JOIN map_places known ON known.place_id = pl.id
    WHERE (known.latitude, known.longitude) IS DISTINCT FROM (pl.latitude, pl.longitude)`.execute(trx)
  return rows
}

/**
 * Puts places on the map with what they have: a row that was inserted without would grow at its first update, and
 * leave its page. A region's places are read half as fast then.
 */
export async function upsertPlaces(trx: Database, places: (NewPlaceRow & { c7: string })[]): Promise<void> {
  await sql`
    INSERT INTO map_places (place_id, latitude, longitude, c7, posts_day, posts_week, posts_month, newest_ids,
      picture_ids)
    SELECT place_id, latitude, longitude, c7, posts_day, posts_week, posts_month, newest_ids, picture_ids
    FROM json_to_recordset(${JSON.stringify(places)}::json)
      AS place (place_id bigint, latitude float8, longitude float8, c7 bigint) JOIN counted_places USING (place_id)
    ORDER BY c7
    ON CONFLICT (place_id) DO UPDATE
      SET latitude = excluded.latitude, longitude = excluded.longitude, c7 = excluded.c7`.execute(trx)
}

type CellInsert = { cell: string; west: number; south: number; east: number; north: number }

export async function insertCells(trx: Database, cells: CellInsert[]): Promise<void> {
  await sql`
    INSERT INTO map_cells (cell, resolution, west, south, east, north)
    SELECT cell, cell >> 52 & 15, west, south, east, north FROM json_to_recordset(${JSON.stringify(cells)}::json)
      AS cell (cell bigint, west float8, south float8, east float8, north float8)
    ON CONFLICT DO NOTHING`.execute(trx)
}

/** Changes the places whose counts differ, and deletes those without a counted post. */
export async function updatePlaces(trx: Database): Promise<void> {
  await sql`
    UPDATE map_places known SET posts_day = now.posts_day, posts_week = now.posts_week, posts_month = now.posts_month,
      newest_ids = now.newest_ids, picture_ids = now.picture_ids
    FROM counted_places now
    WHERE now.place_id = known.place_id
      AND (known.posts_day, known.posts_week, known.posts_month, known.newest_ids, known.picture_ids)
        IS DISTINCT FROM (now.posts_day, now.posts_week, now.posts_month, now.newest_ids, now.picture_ids)`.execute(trx)
  await sql`
    DELETE FROM map_places known
    WHERE NOT EXISTS (SELECT 1 FROM counted_places counted WHERE counted.place_id = known.place_id)`.execute(trx)
}

/** Changes the cells whose counts differ, from the finest resolution to the coarsest: each sums the one before. */
export async function updateCells(trx: Database): Promise<void> {
  await sql`
    CREATE TEMP TABLE counted_authors (resolution int, cell bigint, author_id bigint, newest_id bigint)
    ON COMMIT DROP`.execute(trx)
  for (let resolution = finestResolution; resolution >= coarsestResolution; resolution--) {
    await findNewestAuthors(trx, resolution)
    await updateCellsOf(trx, resolution)
  }
}

/**
 * Finds the authors who posted last in each cell. The ones of a cell are among those of the cells in it, so that no
 * more of these have to be read.
 */
async function findNewestAuthors(trx: Database, resolution: number): Promise<void> {
  const sourceSql =
    resolution === finestResolution
      ? sql`SELECT pl.c7 AS cell, author_id, newest_id FROM counted_posts JOIN map_places pl USING (place_id)`
      : sql`SELECT map_ancestor(cell, ${sql.lit(resolution)}) AS cell, author_id, newest_id
          FROM counted_authors WHERE resolution = ${sql.lit(resolution + 1)}`
  await sql`
    INSERT INTO counted_authors
    SELECT ${sql.lit(resolution)}, cell, author_id, newest_id FROM (
      SELECT cell, author_id, max(newest_id) AS newest_id,
        row_number() OVER (PARTITION BY cell ORDER BY max(newest_id) DESC) AS position
      FROM (${sourceSql}) source GROUP BY cell, author_id
    ) author WHERE position <= ${sql.lit(keptAuthors)}`.execute(trx)
}

async function updateCellsOf(trx: Database, resolution: number): Promise<void> {
  const sourceSql =
    resolution === finestResolution
      ? sql`SELECT c7 AS cell, posts_day, posts_week, posts_month, place_id, posts_month AS place_posts FROM map_places`
      : sql`SELECT map_ancestor(cell, ${sql.lit(resolution)}) AS cell, posts_day, posts_week, posts_month, place_id,
          place_posts FROM map_cells WHERE resolution = ${sql.lit(resolution + 1)}`
  await sql`
    UPDATE map_cells known SET posts_day = now.posts_day, posts_week = now.posts_week, posts_month = now.posts_month,
      place_id = now.place_id, place_posts = now.place_posts, newest_ids = author.newest_ids
    FROM (
      SELECT cell, ${sumsSql}, (array_agg(place_id ORDER BY place_posts DESC, place_id))[1] AS place_id,
        max(place_posts) AS place_posts
      FROM (${sourceSql}) source GROUP BY cell
    ) now
      JOIN (
        SELECT cell, array_agg(newest_id ORDER BY newest_id DESC) AS newest_ids
        FROM counted_authors WHERE resolution = ${sql.lit(resolution)} GROUP BY cell
      ) author USING (cell)
    WHERE now.cell = known.cell
      AND (known.posts_day, known.posts_week, known.posts_month, known.place_id, known.place_posts, known.newest_ids)
        IS DISTINCT FROM
        (now.posts_day, now.posts_week, now.posts_month, now.place_id, now.place_posts, author.newest_ids)`.execute(trx)
  await sql`
    DELETE FROM map_cells known WHERE resolution = ${sql.lit(resolution)}
      AND NOT EXISTS (SELECT 1 FROM counted_authors counted WHERE counted.cell = known.cell)`.execute(trx)
}
