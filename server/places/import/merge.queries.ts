import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'
import { earthRadiusMetres } from '#server/platform/geography.ts'
import type { NewPlace } from '#server/places/places.rules.ts'
import { bandInDegrees, createDuplicateFinder, type Duplicate, type Namesake, sameNearby } from './duplicates.ts'

/** Farther from every seat than this, a place is in no town that we know. */
const townWithin = 10_000
const chordOf = (metres: number): number => 2 * Math.sin(metres / (2 * earthRadiusMetres))
/** A town and a station that bears its name are two things. */
const settlement = (table: string) => sql.raw(`${table}.kind IN ('town', 'village')`)

const pageSize = 5000

/** What became of what was staged. */
export type Merged = { new: number; updated: number; merged: number; unchanged: number }

/**
 * Places wait here, seen by this connection only, until all of them are known: nobody else notices if they never are.
 */
export async function createStaging(db: Database): Promise<void> {
  await sql`
    CREATE TEMP TABLE staged_places (
      at int GENERATED ALWAYS AS IDENTITY,
      source text COLLATE "C", source_id text COLLATE "C", licence text NOT NULL,
      name text NOT NULL, search_name text COLLATE "C" NOT NULL, town text, province text, kind text COLLATE "C" NOT NULL,
      latitude float8 NOT NULL, longitude float8 NOT NULL, population int NOT NULL, c4 bigint NOT NULL, c5 bigint NOT NULL,
      place_id bigint, leader int, describes boolean NOT NULL DEFAULT false, fate text COLLATE "C",
      PRIMARY KEY (source, source_id)
    )`.execute(db)
}

/** @returns how many were not there yet: a source that names a place twice is heard once. */
export async function insertStaged(db: Database, batch: NewPlace[]): Promise<number> {
  const columns = sql.raw(
    'source, source_id, licence, name, search_name, town, province, kind, latitude, longitude, population, c4, c5',
  )
  const { numAffectedRows } = await sql`
    INSERT INTO staged_places (${columns})
    SELECT ${columns} FROM json_to_recordset(${JSON.stringify(batch)}::json) AS t (
      source text, source_id text, licence text, name text, search_name text, town text, province text, kind text,
      latitude float8, longitude float8, population int, c4 bigint, c5 bigint)
    ON CONFLICT DO NOTHING`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Millions of rows take longer than what a person waits for, and two imports take turns. To be said before the lock is
 * asked for.
 */
export async function allowLongMerge(trx: Database): Promise<void> {
  await sql`SELECT set_config('statement_timeout', '30min', true), set_config('lock_timeout', '30min', true), set_config('work_mem', '64MB', true)`.execute(
    trx,
  )
}

/**
 * Makes of the staged places rows of the directory: what its source named before is updated, what another source or the
 * same one names within a few steps is that place, and the rest is new. A place keeps its id, and says what the source
 * says that it came from.
 * @param trx a transaction that holds the directory's lock, on the connection that staged.
 */
export async function mergeStaged(trx: Database): Promise<Merged> {
  await sql`ANALYZE staged_places`.execute(trx)
  await findTowns(trx)
  await findKnown(trx)
  await findSamePlaces(trx)
  await findDuplicates(trx)
  await insertNew(trx)
  await updateChanged(trx)
  const merged = await countFates(trx)
  await sql`DROP TABLE staged_places`.execute(trx)
  return merged
}

const withoutTown = sql`s.town IS NULL AND s.kind <> 'town'`

/** The nearest comune for what does not say where it lies. */
async function findTowns(trx: Database): Promise<void> {
  const { rows: lost } = await sql`SELECT FROM staged_places s WHERE ${withoutTown} LIMIT 1`.execute(trx)
  if (lost.length === 0) return
  await sql`
    CREATE TEMP TABLE staged_towns ON COMMIT DROP AS
    SELECT name, province, unit_sphere_point(latitude, longitude) AS point FROM places WHERE kind = 'town'`.execute(trx)
  await sql`CREATE INDEX ON staged_towns USING gist (point)`.execute(trx)
  await sql`ANALYZE staged_towns`.execute(trx)
  await sql`
    UPDATE staged_places s SET (town, province) = (
      SELECT near.name, near.province FROM (
        SELECT t.name, t.province, t.point <-> unit_sphere_point(s.latitude, s.longitude) AS chord FROM staged_towns t ORDER BY chord LIMIT 1
      ) near WHERE near.chord <= ${chordOf(townWithin)}
      UNION ALL SELECT NULL, s.province
      LIMIT 1
    ) WHERE ${withoutTown}`.execute(trx)
}

async function findKnown(trx: Database): Promise<void> {
  await sql`
    UPDATE staged_places s SET place_id = known.place_id, describes = known.describes, fate = 'unchanged'
    FROM place_sources known WHERE known.source = s.source AND known.source_id = s.source_id`.execute(trx)
}

/** What the directory holds under another source: by name and band of latitude, so that both sides are read once. */
async function findSamePlaces(trx: Database): Promise<void> {
  await sql`
    UPDATE staged_places s SET place_id = same.place_id, fate = 'merged'
    FROM (
      SELECT DISTINCT ON (n.at) n.at, p.id AS place_id
      FROM (
        SELECT *, unit_sphere_point(latitude, longitude) AS point, floor(latitude / ${bandInDegrees}) + step AS band
        FROM staged_places, generate_series(-1, 1) step WHERE place_id IS NULL
      ) n
      JOIN places p ON p.search_name = n.search_name AND floor(p.latitude / ${bandInDegrees}) = n.band AND (${settlement('p')}) = (${settlement('n')})
      WHERE unit_sphere_point(p.latitude, p.longitude) <-> n.point <= ${chordOf(sameNearby)}
      ORDER BY n.at, unit_sphere_point(p.latitude, p.longitude) <-> n.point, p.id
    ) same WHERE same.at = s.at`.execute(trx)
}

/** What one import names twice, as a node and as a way say. */
async function findDuplicates(trx: Database): Promise<void> {
  const duplicateOf = createDuplicateFinder()
  await sql`
    DECLARE namesakes NO SCROLL CURSOR FOR
    SELECT at, search_name, ${settlement('s')} AS settlement, latitude, longitude
    FROM (SELECT *, count(*) OVER (PARTITION BY search_name) AS many FROM staged_places WHERE place_id IS NULL) s
    WHERE many > 1 ORDER BY search_name, at`.execute(trx)
  for (;;) {
    const { rows } = await sql<Namesake>`FETCH ${sql.raw(String(pageSize))} FROM namesakes`.execute(trx)
    if (rows.length === 0) break
    await updateLeaders(
      trx,
      rows.flatMap((row) => duplicateOf(row) ?? []),
    )
  }
  await sql`CLOSE namesakes`.execute(trx)
}

async function updateLeaders(trx: Database, duplicates: Duplicate[]): Promise<void> {
  await sql`
    UPDATE staged_places s SET leader = t.leader, fate = 'merged'
    FROM unnest(${duplicates.map(({ at }) => at)}::int[], ${duplicates.map(({ leader }) => leader)}::int[]) AS t (at, leader) WHERE s.at = t.at`.execute(
    trx,
  )
}

async function insertNew(trx: Database): Promise<void> {
  await sql`
    UPDATE staged_places SET place_id = nextval(pg_get_serial_sequence('places', 'id')), describes = true, fate = 'new'
    WHERE place_id IS NULL AND leader IS NULL`.execute(trx)
  await sql`UPDATE staged_places s SET place_id = first.place_id FROM staged_places first WHERE s.leader = first.at`.execute(
    trx,
  )
  // In no order: the spatial index takes points that come along a line a hundred times as slowly.
  await sql`
    INSERT INTO places (id, name, search_name, town, province, kind, latitude, longitude, population, c4, c5)
    SELECT place_id, name, search_name, town, province, kind, latitude, longitude, population, c4, c5
    FROM staged_places WHERE fate = 'new' ORDER BY md5(source_id)`.execute(trx)
  await sql`
    INSERT INTO place_sources (source, source_id, place_id, licence, describes)
    SELECT source, source_id, place_id, licence, describes FROM staged_places WHERE fate IN ('new', 'merged') ORDER BY at`.execute(
    trx,
  )
}

/**
 * Rows of the directory are touched last and only where they differ: a follower is kept waiting by nothing else. Posts
 * stay where they were made.
 */
async function updateChanged(trx: Database): Promise<void> {
  await sql`
    UPDATE staged_places s SET fate = 'updated'
    FROM places p, place_sources known
    WHERE s.fate = 'unchanged' AND p.id = s.place_id AND known.source = s.source AND known.source_id = s.source_id
      AND (s.licence <> known.licence OR s.describes
        AND (s.name, s.search_name, s.town, s.province, s.kind, s.latitude, s.longitude, s.population, s.c4, s.c5)
          IS DISTINCT FROM (p.name, p.search_name, p.town, p.province, p.kind, p.latitude, p.longitude, p.population, p.c4, p.c5))`.execute(
    trx,
  )
  await sql`
    UPDATE place_sources known SET licence = s.licence
    FROM staged_places s WHERE s.fate = 'updated' AND known.source = s.source AND known.source_id = s.source_id AND known.licence <> s.licence`.execute(
    trx,
  )
  await sql`
    UPDATE places p SET name = s.name, search_name = s.search_name, town = s.town, province = s.province, kind = s.kind, latitude = s.latitude,
      longitude = s.longitude, population = s.population, c4 = s.c4, c5 = s.c5
    FROM staged_places s WHERE s.fate = 'updated' AND s.describes AND p.id = s.place_id`.execute(trx)
}

async function countFates(trx: Database): Promise<Merged> {
  const { rows } = await sql<{
    fate: keyof Merged
    many: number
  }>`SELECT fate, count(*) AS many FROM staged_places GROUP BY fate`.execute(trx)
  return {
    new: 0,
    updated: 0,
    merged: 0,
    unchanged: 0,
    ...Object.fromEntries(rows.map(({ fate, many }) => [fate, many])),
  }
}
