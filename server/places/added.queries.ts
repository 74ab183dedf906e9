import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { chordOfMetres } from '#server/platform/geography.ts'
import { maxDuplicateMetres } from './import/duplicates.ts'
import { maxTownMetres } from './import/merge.queries.ts'
import { placeColumnsSql, type PlaceRow } from './places.queries.ts'
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
  SELECT ${placeColumnsSql}
  FROM (
    SELECT *, unit_sphere_point(latitude, longitude) <-> unit_sphere_point($1, $2) AS chord,
      greatest(word_similarity($3, search_name), word_similarity(search_name, $3)) AS likeness
    FROM places ORDER BY chord LIMIT ${comparedPlaces}
  ) pl
  WHERE pl.chord <= ${chordOfMetres(maxDuplicateMetres)} AND pl.likeness >= ${minSimilarity}
  ORDER BY pl.likeness DESC, pl.chord, pl.id LIMIT ${maxSimilar}`)

type Town = { name: string; province: string | null }

/** Returns the town whose centre is the nearest, as an import gives it to places without one. */
export const findTownAround = statement<Town, [latitude: number, longitude: number]>(`
  SELECT name, province FROM (
    SELECT name, province, unit_sphere_point(latitude, longitude) <-> unit_sphere_point($1, $2) AS chord
    FROM places WHERE kind = 'town' ORDER BY chord LIMIT 1
  ) town WHERE chord <= ${chordOfMetres(maxTownMetres)}`).first

const insert = statement<{ id: number }, NewPlace & { addedBy: number }>(
  `
  INSERT INTO places (name, search_name, town, province, kind, latitude, longitude, population, c4, c5, added_by,
    added_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now()) RETURNING id`,
  ['name', 'search_name', 'town', 'province', 'kind', 'latitude', 'longitude', 'population', 'c4', 'c5', 'addedBy'],
)
const insertSource = statement<never, [source: string, id: number, licence: string]>(`
  INSERT INTO place_sources (source, source_id, place_id, licence, describes)
  VALUES ($1, $2::bigint::text, $2, $3, true)`)

/** Inserts a place of somebody’s, with itself as its source. @returns its id. */
export async function insertAddedPlace(db: Database, addedBy: number, place: NewPlace): Promise<number> {
  const { id } = await insert.one(db, { ...place, addedBy })
  await insertSource(db, place.source, id, place.licence)
  return id
}
