import { type SqlBool, sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'

export type PlaceRow = {
  id: number
  name: string
  town: string | null
  province: string | null
  latitude: number
  longitude: number
  picture: string | null
}

const columns = 'pl.id, pl.name, pl.town, pl.province, pl.latitude, pl.longitude, m.name AS picture'
const places = 'places pl LEFT JOIN media m ON m.id = pl.picture_id'

/** Places that a list offers at once. */
export const listLength = 20

/**
 * Nearest first, by the chord through the unit sphere: the index gives them in order, and nothing else is read.
 * The limit is written out: of a parameter the planner expects a tenth of the table, and sorts it all.
 */
export const findNearestPlaces = statement<PlaceRow, [latitude: number, longitude: number]>(`
  SELECT ${columns} FROM (
    SELECT *, unit_sphere_point(latitude, longitude) <-> unit_sphere_point($1, $2) AS chord FROM places ORDER BY chord LIMIT ${listLength}
  ) pl LEFT JOIN media m ON m.id = pl.picture_id
  ORDER BY pl.chord, pl.id`)

export const findLargestTowns = statement<PlaceRow, []>(`
  SELECT ${columns} FROM ${places} WHERE pl.kind = 'town' ORDER BY pl.population DESC, pl.id LIMIT ${listLength}`)

/** @param prefix as `searchName` gives it: it holds no wildcard. */
export const findTownsByPrefix = statement<PlaceRow, [prefix: string]>(`
  SELECT ${columns} FROM ${places}
  WHERE pl.kind = 'town' AND pl.search_name >= $1 AND pl.search_name < $1 || chr(1114111)
  ORDER BY pl.population DESC, pl.id LIMIT ${listLength}`)

export type PlaceDetailRow = PlaceRow & { followers_count: number; spotted_confirmed_count: number; is_followed: boolean }

const findDetail = statement<PlaceDetailRow, [viewerId: number, placeId: number]>(`
  SELECT ${columns}, pl.followers_count, pl.spotted_confirmed_count,
    (SELECT 1 FROM place_follows f WHERE f.user_id = $1 AND f.place_id = pl.id LIMIT 1) IS NOT NULL AS is_followed
  FROM ${places} WHERE pl.id = $2`)

export async function findPlace(db: Database, viewerId: number, placeId: number): Promise<PlaceDetailRow | undefined> {
  const [place] = await findDetail(db, viewerId, placeId)
  return place
}

/** Holds back another server that starts at the same moment, until this transaction ends. */
export async function lockDirectory(db: Database): Promise<void> {
  await sql<SqlBool>`SELECT pg_advisory_xact_lock(4611050115)`.execute(db)
}

export async function findDirectoryChecksum(db: Database, source: string): Promise<string | undefined> {
  const row = await db.selectFrom('place_directories').select('checksum').where('source', '=', source).executeTakeFirst()
  return row?.checksum
}

export async function upsertDirectoryChecksum(db: Database, source: string, checksum: string): Promise<void> {
  await db.insertInto('place_directories').values({ source, checksum })
    .onConflict((conflict) => conflict.column('source').doUpdateSet({ checksum })).execute()
}
