import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { chordOfMetres } from '#server/platform/geography.ts'
import type { NewPlace } from '#server/places/places.rules.ts'
import {
  bandDegrees,
  createDuplicateFinder,
  type Duplicate,
  maxDuplicateMetres,
  type StagedPlace,
} from './duplicates.ts'

/** A place farther than this from every town gets none. */
export const maxTownMetres = 10_000
/** A town and a station with its name are two places. */
const isSettlementSql = (table: string) => `${table}.kind IN ('town', 'village')`

const cursorPageSize = 5000

/** The number of staged places by what the merge did with them. */
export type MergeCounts = { new: number; updated: number; merged: number; unchanged: number }

const dropStagingIfAny = statement<never, []>('DROP TABLE IF EXISTS staged_places')
const createTable = statement<never, []>(`
  CREATE TEMP TABLE staged_places (
    position int GENERATED ALWAYS AS IDENTITY,
    source text COLLATE "C",
    source_id text COLLATE "C",
    licence text NOT NULL,
    name text NOT NULL,
    search_name text COLLATE "C" NOT NULL,
    town text,
    province text,
    kind text COLLATE "C" NOT NULL,
    latitude float8 NOT NULL,
    longitude float8 NOT NULL,
    population int NOT NULL,
    c4 bigint NOT NULL,
    c5 bigint NOT NULL,
    place_id bigint,
    duplicate_of int,
    describes boolean NOT NULL DEFAULT false,
    outcome text COLLATE "C",
    PRIMARY KEY (source, source_id)
  )`)

/** Creates the temporary table in which places wait until all of them are known; only this connection sees it. */
export async function createStaging(db: Database): Promise<void> {
  // An import that was refused leaves its rows on the connection.
  await dropStagingIfAny(db)
  await createTable(db)
}

const stagedColumnsSql =
  'source, source_id, licence, name, search_name, town, province, kind, latitude, longitude, population, c4, c5'
const insertBatch = statement<{ count: number }, [batch: string]>(`
  WITH inserted AS (
    INSERT INTO staged_places (${stagedColumnsSql})
    SELECT ${stagedColumnsSql} FROM json_to_recordset($1::json) AS batch (
      source text, source_id text, licence text, name text, search_name text, town text, province text, kind text,
      latitude float8, longitude float8, population int, c4 bigint, c5 bigint)
    ON CONFLICT DO NOTHING RETURNING 1
  ) SELECT count(*) FROM inserted`)

/** Stages places, each id of a source once. @returns the number of inserted ones. */
export async function insertStaged(db: Database, batch: NewPlace[]): Promise<number> {
  return (await insertBatch.one(db, JSON.stringify(batch))).count
}

/**
 * Raises the timeouts for this transaction: millions of rows take longer than a request may. Call it before
 * `lockDirectory`, because a second import waits there until the first one has ended.
 */
export const raiseMergeTimeouts = statement<never, []>(`
  SELECT set_config('statement_timeout', '30min', true), set_config('lock_timeout', '30min', true),
    set_config('work_mem', '64MB', true)`)

const analyseStaging = statement<never, []>('ANALYZE staged_places')
const dropStaging = statement<never, []>('DROP TABLE staged_places')

/**
 * Merges the staged places into the directory. What the source named before is updated; what another source, or the
 * same one under another id, names within `maxDuplicateMetres` is the same place; the rest is new. A place keeps its
 * id, and is described by the source that added it.
 * @param trx a transaction that holds the directory's lock, on the connection that staged the places.
 */
export async function mergeStaged(trx: Database): Promise<MergeCounts> {
  await analyseStaging(trx)
  await findTowns(trx)
  await findKnownPlaces(trx)
  await findSamePlaces(trx)
  await findDuplicates(trx)
  await insertNew(trx)
  await updateChanged(trx)
  const counts = await countOutcomes(trx)
  await dropStaging(trx)
  return counts
}

const withoutTownSql = "s.town IS NULL AND s.kind <> 'town'"

const findWithoutTown = statement<never, []>(`SELECT FROM staged_places s WHERE ${withoutTownSql} LIMIT 1`)
const createStagedTowns = statement<never, []>(`
  CREATE TEMP TABLE staged_towns ON COMMIT DROP AS
  SELECT name, province, unit_sphere_point(latitude, longitude) AS point FROM places WHERE kind = 'town'`)
const indexStagedTowns = statement<never, []>('CREATE INDEX ON staged_towns USING gist (point)')
const analyseStagedTowns = statement<never, []>('ANALYZE staged_towns')
const setTowns = statement<never, []>(`
  UPDATE staged_places s SET (town, province) = (
    SELECT nearest.name, nearest.province FROM (
      SELECT town.name, town.province, town.point <-> unit_sphere_point(s.latitude, s.longitude) AS chord
      FROM staged_towns town ORDER BY chord LIMIT 1
    ) nearest WHERE nearest.chord <= ${chordOfMetres(maxTownMetres)}
    UNION ALL SELECT NULL, s.province
    LIMIT 1
  ) WHERE ${withoutTownSql}`)

/** Assigns the nearest comune to places without a town. */
async function findTowns(trx: Database): Promise<void> {
  if (!(await findWithoutTown.any(trx))) return
  await createStagedTowns(trx)
  await indexStagedTowns(trx)
  await analyseStagedTowns(trx)
  await setTowns(trx)
}

/** Finds the places that the same source named before. */
const findKnownPlaces = statement<never, []>(`
  UPDATE staged_places s SET place_id = known.place_id, describes = known.describes, outcome = 'unchanged'
  FROM place_sources known WHERE known.source = s.source AND known.source_id = s.source_id`)

/** Finds the places that another source named before. Joined by name and latitude band, so that both are read once. */
const findSamePlaces = statement<never, []>(`
  UPDATE staged_places s SET place_id = same.place_id, outcome = 'merged'
  FROM (
    SELECT DISTINCT ON (staged.position) staged.position, p.id AS place_id
    FROM (
      SELECT *, unit_sphere_point(latitude, longitude) AS point, floor(latitude / ${bandDegrees}) + step AS band
      FROM staged_places, generate_series(-1, 1) step WHERE place_id IS NULL
    ) staged
    JOIN places p ON p.search_name = staged.search_name AND floor(p.latitude / ${bandDegrees}) = staged.band
      AND (${isSettlementSql('p')}) = (${isSettlementSql('staged')})
    WHERE unit_sphere_point(p.latitude, p.longitude) <-> staged.point <= ${chordOfMetres(maxDuplicateMetres)}
    ORDER BY staged.position, unit_sphere_point(p.latitude, p.longitude) <-> staged.point, p.id
  ) same WHERE same.position = s.position`)

const openNamesakes = statement<never, []>(`
  DECLARE namesakes NO SCROLL CURSOR FOR
  SELECT position, search_name, ${isSettlementSql('s')} AS is_settlement, latitude, longitude
  FROM (
    SELECT *, count(*) OVER (PARTITION BY search_name) AS namesakes_count FROM staged_places WHERE place_id IS NULL
  ) s
  WHERE namesakes_count > 1 ORDER BY search_name, position`)
const fetchNamesakes = statement<StagedPlace, []>(`FETCH ${cursorPageSize} FROM namesakes`)
const closeNamesakes = statement<never, []>('CLOSE namesakes')

/** Finds the places that one import names twice, for example as a node and as a way. */
async function findDuplicates(trx: Database): Promise<void> {
  const findDuplicate = createDuplicateFinder()
  await openNamesakes(trx)
  for (;;) {
    const rows = await fetchNamesakes(trx)
    if (rows.length === 0) break
    await updateDuplicates(
      trx,
      rows.flatMap((row) => findDuplicate(row) ?? []),
    )
  }
  await closeNamesakes(trx)
}

const setDuplicates = statement<never, [positions: number[], originals: number[]]>(`
  UPDATE staged_places s SET duplicate_of = duplicate.original, outcome = 'merged'
  FROM unnest($1::int[], $2::int[]) AS duplicate (position, original)
  WHERE s.position = duplicate.position`)

async function updateDuplicates(trx: Database, duplicates: Duplicate[]): Promise<void> {
  const positions = duplicates.map(({ position }) => position)
  const originals = duplicates.map(({ original }) => original)
  await setDuplicates(trx, positions, originals)
}

const numberNew = statement<never, []>(`
  UPDATE staged_places
  SET place_id = nextval(pg_get_serial_sequence('places', 'id')), describes = true, outcome = 'new'
  WHERE place_id IS NULL AND duplicate_of IS NULL`)
const numberDuplicates = statement<never, []>(`
  UPDATE staged_places s SET place_id = original.place_id
  FROM staged_places original WHERE s.duplicate_of = original.position`)
const insertNewPlaces = statement<never, []>(`
  INSERT INTO places (id, name, search_name, town, province, kind, latitude, longitude, population, c4, c5)
  SELECT place_id, name, search_name, town, province, kind, latitude, longitude, population, c4, c5
  FROM staged_places WHERE outcome = 'new' ORDER BY md5(source_id)`)
const insertSources = statement<never, []>(`
  INSERT INTO place_sources (source, source_id, place_id, licence, describes)
  SELECT source, source_id, place_id, licence, describes
  FROM staged_places WHERE outcome IN ('new', 'merged') ORDER BY position`)

async function insertNew(trx: Database): Promise<void> {
  await numberNew(trx)
  await numberDuplicates(trx)
  // In random order: inserting points along a line is a hundred times slower in the spatial index.
  await insertNewPlaces(trx)
  await insertSources(trx)
}

const markChanged = statement<never, []>(`
  UPDATE staged_places s SET outcome = 'updated'
  FROM places p, place_sources known
  WHERE s.outcome = 'unchanged' AND p.id = s.place_id AND known.source = s.source AND known.source_id = s.source_id
    AND (s.licence <> known.licence OR s.describes
      AND (
        s.name, s.search_name, s.town, s.province, s.kind, s.latitude, s.longitude, s.population, s.c4, s.c5
      ) IS DISTINCT FROM (
        p.name, p.search_name, p.town, p.province, p.kind, p.latitude, p.longitude, p.population, p.c4, p.c5
      ))`)
const updateLicences = statement<never, []>(`
  UPDATE place_sources known SET licence = s.licence
  FROM staged_places s
  WHERE s.outcome = 'updated' AND known.source = s.source AND known.source_id = s.source_id
    AND known.licence <> s.licence`)
const updatePlaces = statement<never, []>(`
  UPDATE places p SET name = s.name, search_name = s.search_name, town = s.town, province = s.province, kind = s.kind,
    latitude = s.latitude, longitude = s.longitude, population = s.population, c4 = s.c4, c5 = s.c5
  FROM staged_places s WHERE s.outcome = 'updated' AND s.describes AND p.id = s.place_id`)

/**
 * Updates the places that differ, as the last step, so that people who follow a place wait as briefly as possible.
 * Posts keep the position at which they were made.
 */
async function updateChanged(trx: Database): Promise<void> {
  await markChanged(trx)
  await updateLicences(trx)
  await updatePlaces(trx)
}

const countByOutcome = statement<{ outcome: keyof MergeCounts; count: number }, []>(`
  SELECT outcome, count(*) AS count FROM staged_places GROUP BY outcome`)

async function countOutcomes(trx: Database): Promise<MergeCounts> {
  const rows = await countByOutcome(trx)
  return {
    new: 0,
    updated: 0,
    merged: 0,
    unchanged: 0,
    ...Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count])),
  }
}
