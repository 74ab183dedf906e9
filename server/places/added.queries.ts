import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { chordOfMetres } from '#server/platform/geography.ts'
import { maxDuplicateMetres } from './import/duplicates.ts'
import { maxTownMetres } from './import/merge.queries.ts'
import type { PlaceRow } from './places.queries.ts'
import type { NewPlace } from './places.rules.ts'

/** Places around a point that are compared by name: the index returns them nearest first. */
const comparedPlaces = 300
const maxSimilar = 5
/** Trigrams in common, from 0 to 1: “bar sport” and “caffè sport” have 0.5. */
const minSimilarity = 0.45

/**
 * Returns places so near that they may be the one that somebody adds, and named alike, the most alike first.
 * @param key the name as `searchName` returns it.
 */
export const findSimilarPlaces = statement<PlaceRow, [latitude: number, longitude: number, key: string]>(`
  SELECT near.id, near.name, near.town, near.province, near.latitude, near.longitude, m.name AS picture
  FROM (
    SELECT *, unit_sphere_point(latitude, longitude) <-> unit_sphere_point($1, $2) AS chord,
      greatest(word_similarity($3, search_name), word_similarity(search_name, $3)) AS likeness
    FROM places ORDER BY chord LIMIT ${comparedPlaces}
  ) near LEFT JOIN media m ON m.id = near.picture_id
  WHERE near.chord <= ${chordOfMetres(maxDuplicateMetres)} AND near.likeness >= ${minSimilarity}
  ORDER BY near.likeness DESC, near.chord, near.id LIMIT ${maxSimilar}`)

type Town = { name: string; province: string | null }

/** Returns the town whose centre is the nearest, as an import gives it to places without one. */
export const findTownAround = statement<Town, [latitude: number, longitude: number]>(`
  SELECT name, province FROM (
    SELECT name, province, unit_sphere_point(latitude, longitude) <-> unit_sphere_point($1, $2) AS chord
    FROM places WHERE kind = 'town' ORDER BY chord LIMIT 1
  ) town WHERE chord <= ${chordOfMetres(maxTownMetres)}`).first

/** Inserts a place of somebody’s, with itself as its source. @returns its id. */
export async function insertAddedPlace(
  db: Database,
  addedBy: number,
  { source, source_id: _sourceId, licence, ...place }: NewPlace,
): Promise<number> {
  const { id } = await db
    .insertInto('places')
    .values({ ...place, added_by: addedBy, added_at: sql<Date>`now()` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('place_sources')
    .values({ source, source_id: String(id), place_id: id, licence, describes: true })
    .execute()
  return id
}
