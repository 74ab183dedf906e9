import type { Database } from '#server/database/connect.ts'
import type { Locked } from '#server/database/locked.ts'
import { statement } from '#server/database/statement.ts'
import type { PageParameters } from '#server/platform/keyset.ts'
import { mutedPlaceSql } from '#server/users/users.queries.ts'

export type PlaceRow = {
  id: number
  name: string
  kind: string
  town: string | null
  province: string | null
  latitude: number
  longitude: number
}

export const placeColumnsSql = 'pl.id, pl.name, pl.kind, pl.town, pl.province, pl.latitude, pl.longitude'

/** Places in a list of nearest or largest ones. */
const listLength = 20

/**
 * Finds the nearest places by the chord through the unit sphere, which the index returns in order. Towns among them come
 * last: the point of one says little about how near it is.
 * The limit is a literal: for a parameter the planner expects a tenth of the table and sorts all of it.
 */
export const findNearestPlaces = statement<PlaceRow, [latitude: number, longitude: number]>(`
  SELECT ${placeColumnsSql} FROM (
    SELECT *, unit_sphere_point(latitude, longitude) <-> unit_sphere_point($1, $2) AS chord
    FROM places ORDER BY chord LIMIT ${listLength}
  ) pl
  ORDER BY pl.kind = 'town', pl.chord, pl.id`)

export const findLargestTowns = statement<PlaceRow, []>(`
  SELECT ${placeColumnsSql} FROM places pl WHERE pl.kind = 'town'
  ORDER BY pl.population DESC, pl.id LIMIT ${listLength}`)

/** Returns the largest town with exactly this name. */
export const findTownNamed = statement<PlaceRow, [name: string]>(`
  SELECT ${placeColumnsSql} FROM places pl WHERE pl.kind = 'town' AND pl.name = $1
  ORDER BY pl.population DESC, pl.id LIMIT 1`).first

export const findTown = statement<PlaceRow, [id: number]>(
  `SELECT ${placeColumnsSql} FROM places pl WHERE pl.kind = 'town' AND pl.id = $1`,
).first

export type PlaceSourceRow = { source: string; source_id: string; licence: string }
export type PlaceDetailRow = PlaceRow & {
  followers_count: number
  is_followed: boolean
  is_muted: boolean
  sources: PlaceSourceRow[]
}

/** Sources that a place's page lists. */
const maxListedSources = 10

/** Whether viewer `$1` follows place `pl`. */
const followedSql =
  '(SELECT 1 FROM place_follows own WHERE own.user_id = $1 AND own.place_id = pl.id LIMIT 1) IS NOT NULL'
export const isFollowedSql = `${followedSql} AS is_followed`

/**
 * Condition over a user's id: their place follows are counted. The counter counts what everybody's list shows; with a
 * private account in it, somebody who watches both would see that the account has just followed the place.
 */
const isCountedSql = (userIdSql: string) =>
  `EXISTS (SELECT 1 FROM users u WHERE u.id = ${userIdSql} AND NOT u.is_private AND u.suspended_at IS NULL)`
/** One more for the viewer's own follow where it is not counted: their own list shows it. */
const ownFollowSql = (isFollowedSql: string) => `(${isFollowedSql} AND NOT ${isCountedSql('$1')})::int`

const findDetail = statement<PlaceDetailRow, [viewerId: number, placeId: number]>(`
  SELECT ${placeColumnsSql}, pl.followers_count + ${ownFollowSql(followedSql)} AS followers_count,
    ${isFollowedSql}, ${mutedPlaceSql} AS is_muted,
    COALESCE((
      SELECT json_agg(listed) FROM (
        SELECT source, source_id, licence FROM place_sources WHERE place_id = pl.id
        ORDER BY describes DESC, source, source_id LIMIT ${maxListedSources}
      ) listed
    ), '[]') AS sources
  FROM places pl WHERE pl.id = $2`)

export const findPlace = findDetail.first

export type FollowedPlaceRow = PlaceRow & { row_id: number; is_followed: boolean }

/** Finds the places a user follows, newest first, and whether viewer `$1` follows them too. */
export const findFollowedPlaces = statement<FollowedPlaceRow, PageParameters & { viewerId: number; userId: number }>(
  `
  SELECT f.id AS row_id, ${placeColumnsSql}, ${isFollowedSql}
  FROM place_follows f JOIN places pl ON pl.id = f.place_id
  WHERE f.user_id = $2 AND f.id < $3
  ORDER BY f.id DESC LIMIT $4 OFFSET $5`,
  ['viewerId', 'userId', 'before', 'limit', 'offset'],
)

export type PlaceFollowRow = { is_followed: boolean; followers_count: number }
type LockedPlace = Locked<{ id: number }>

/** Locks a place until the transaction ends, so that its follows and their counter change in sequence. */
export const lockPlace = statement<LockedPlace, [placeId: number]>(
  'SELECT id FROM places WHERE id = $1 FOR NO KEY UPDATE',
).first

/** Declares a statement that changes whether viewer `$1` follows place `$2`, and updates the counter. */
function placeFollowStatement(text: string) {
  const change = statement<PlaceFollowRow, [viewerId: number, placeId: number]>(text)
  return (db: Database, viewerId: number, place: LockedPlace) => change.first(db, viewerId, place.id)
}

/** A number of rows that counts, or not, by whether the viewer's follows are counted. */
const countedSql = (rowsSql: string) => `CASE WHEN ${isCountedSql('$1')} THEN (${rowsSql}) ELSE 0 END`

export const insertPlaceFollow = placeFollowStatement(`
  WITH added AS (INSERT INTO place_follows (user_id, place_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1)
  UPDATE places SET followers_count = followers_count + ${countedSql('SELECT count(*) FROM added')}
  WHERE id = $2 RETURNING true AS is_followed, followers_count + ${ownFollowSql('true')} AS followers_count`)

export const deletePlaceFollow = placeFollowStatement(`
  WITH removed AS (DELETE FROM place_follows WHERE user_id = $1 AND place_id = $2 RETURNING 1)
  UPDATE places SET followers_count = followers_count - ${countedSql('SELECT count(*) FROM removed')}
  WHERE id = $2 RETURNING false AS is_followed, followers_count`)

export const togglePlaceFollow = placeFollowStatement(`
  WITH removed AS (DELETE FROM place_follows WHERE user_id = $1 AND place_id = $2 RETURNING 1),
    added AS (
      INSERT INTO place_follows (user_id, place_id) SELECT $1, $2 WHERE NOT EXISTS (SELECT 1 FROM removed) RETURNING 1
    )
  UPDATE places SET followers_count = followers_count
    + ${countedSql('SELECT (SELECT count(*) FROM added) - (SELECT count(*) FROM removed)')}
  WHERE id = $2
  RETURNING EXISTS (SELECT 1 FROM added) AS is_followed,
    followers_count + ${ownFollowSql('EXISTS (SELECT 1 FROM added)')} AS followers_count`)

/** Deletes all place follows of a user and decrements the counters. */
export const deletePlaceFollowsOf = statement<never, [userId: number]>(`
  WITH removed AS (DELETE FROM place_follows WHERE user_id = $1 RETURNING place_id)
  UPDATE places SET followers_count = followers_count - 1
  WHERE id IN (SELECT place_id FROM removed) AND ${isCountedSql('$1')}`)

/**
 * Keeps a user's privacy and suspension as they are until the transaction ends: they decide whether a follow is counted.
 */
export const lockFollower = statement<Locked<{ id: number }>, [userId: number]>(
  'SELECT id FROM users WHERE id = $1 FOR SHARE',
).first

const findCounted = statement<{ is_counted: boolean }, [userId: number]>(`SELECT ${isCountedSql('$1')} AS is_counted`)
const lockFollowedPlaces = statement<{ id: number }, [userId: number]>(`
  SELECT id FROM places WHERE id IN (SELECT place_id FROM place_follows WHERE user_id = $1)
  ORDER BY id FOR NO KEY UPDATE`)
const addToFollowedPlaces = statement<never, [userId: number, difference: number]>(`
  UPDATE places SET followers_count = followers_count + $2::int
  WHERE id IN (SELECT place_id FROM place_follows WHERE user_id = $1)`)

/**
 * Makes a change of a locked user's privacy or suspension, and counts their place follows no longer, or again.
 * @returns what the change returns.
 */
export async function recountPlaceFollows<Result>(
  db: Database,
  { id }: Locked<{ id: number }>,
  change: () => Promise<Result>,
): Promise<Result> {
  const before = await findCounted.first(db, id)
  const result = await change()
  const after = await findCounted.first(db, id)
  if (before?.is_counted === after?.is_counted) return result
  await lockFollowedPlaces(db, id)
  await addToFollowedPlaces(db, id, after?.is_counted ? 1 : -1)
  return result
}

/** Waiting for another server's load may take longer than the usual statement timeout. */
const raiseLockTimeouts = statement<never, []>(
  "SELECT set_config('lock_timeout', '120s', true), set_config('statement_timeout', '120s', true)",
)
const lock = statement<never, []>('SELECT pg_advisory_xact_lock(4611050115)')

/** Lets only one server load the directory at a time, until this transaction ends. */
export async function lockDirectory(db: Database): Promise<void> {
  await raiseLockTimeouts(db)
  await lock(db)
}

const findDirectory = statement<{ checksum: string }, [source: string]>(
  'SELECT checksum FROM place_directories WHERE source = $1',
)

export async function findDirectoryChecksum(db: Database, source: string): Promise<string | undefined> {
  return (await findDirectory.first(db, source))?.checksum
}

export const upsertDirectoryChecksum = statement<never, [source: string, checksum: string]>(`
  INSERT INTO place_directories (source, checksum) VALUES ($1, $2)
  ON CONFLICT (source) DO UPDATE SET checksum = excluded.checksum`)
