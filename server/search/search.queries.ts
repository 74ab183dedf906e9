import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import type { PlaceRow } from '#server/places/places.queries.ts'
import type { Point } from '#server/platform/geography.ts'
import { notBlocked } from '#server/users/users.queries.ts'
import { likelyBeginnings, type Match, nextMatches, typosAllowed, usernameKey } from './search.rules.ts'

/** People, and places, that one answer holds at most. */
export const resultsOfAKind = 10

/**
 * Rows that one look at an index may bring, to be ordered. Of people the best known of so many are taken; of
 * places, where more begin alike ("piazza"), the index of positions is walked instead, nearest first.
 */
const candidatesLimit = 2000

/** `%` and `_` are only characters: neither `searchName` nor `usernameKey` leaves any. */
const after = "|| chr(1114111)"

export type FoundUserRow = { id: number; username: string; picture: string | null }

/** People of a set of candidates `u` in their order, without those whom a block parts from viewer `$1`; blocks are looked up for those shown only. */
const people = (candidates: string, order: string) =>
  statement<FoundUserRow, unknown[]>(`
    SELECT u.id, u.username, m.name AS picture
    FROM (SELECT * FROM (${candidates} LIMIT ${candidatesLimit}) u ORDER BY ${order}, u.followers_count DESC, u.id) u
      LEFT JOIN media m ON m.id = u.picture_id
    WHERE u.id <> ALL($3::bigint[]) AND ${notBlocked}
    LIMIT ${resultsOfAKind}`)

const userColumns = 'SELECT id, username, picture_id, followers_count, username_search_key(username) AS key FROM users'
const editDistance = (name: string, key: string) => `least(
      levenshtein(left(${name}, length(${key}) - 1), ${key}), levenshtein(left(${name}, length(${key})), ${key}), levenshtein(left(${name}, length(${key}) + 1), ${key}))`

/** `$1` viewer, `$2` key, `$3` who has been found already. */
const findPeople: Record<Exclude<Match, 'nearly'>, ReturnType<typeof people>> = {
  prefix: people(`${userColumns} WHERE username_search_key(username) >= $2 AND username_search_key(username) < $2 ${after}`, 'u.key = $2 DESC'),
  inside: people(`${userColumns} WHERE username_search_key(username) LIKE '%' || $2 || '%'`, 'length(u.key)'),
}
/** `$4` mistakes allowed, `$5` how the name may begin. */
const findPeopleNearly = people(`
  ${userColumns} WHERE $2 <% username_search_key(username)
  UNION
  SELECT users.id, username, picture_id, followers_count, username_search_key(username)
  FROM unnest($5::text[]) AS beginning CROSS JOIN LATERAL (
    SELECT * FROM users WHERE username_search_key(username) >= beginning COLLATE "C" AND username_search_key(username) < beginning ${after} LIMIT ${candidatesLimit}
  ) users
  WHERE ${editDistance('username_search_key(username)', '$2')} <= $4`, `${editDistance('u.key', '$2')}`)

export async function findUsers(db: Database, viewerId: number, query: string): Promise<FoundUserRow[]> {
  const key = usernameKey(query)
  const found: FoundUserRow[] = []
  for (const match of nextMatches(key)) {
    const known = found.map(({ id }) => id)
    const more = match === 'nearly'
      ? await findPeopleNearly(db, viewerId, key, known, typosAllowed(key), likelyBeginnings(key))
      : await findPeople[match](db, viewerId, key, known)
    found.push(...more)
    if (found.length >= resultsOfAKind) break
  }
  return found.slice(0, resultsOfAKind)
}

const placeColumns = 'pl.id, pl.name, pl.town, pl.province, pl.latitude, pl.longitude'
const chord = 'unit_sphere_point(pl.latitude, pl.longitude) <-> unit_sphere_point($2, $3)'
/** Where nobody said where they are, the larger and better known comes first. */
const nearness = `CASE WHEN $2::float8 IS NULL THEN 0 ELSE ${chord} END, pl.population DESC, pl.followers_count DESC, pl.id`

type FoundPlaceRow = PlaceRow & { candidates: number }

/** `$1` key, `$2` and `$3` latitude and longitude or null, `$4` what has been found already. */
const placesOf = (candidates: string, order = '') =>
  statement<FoundPlaceRow, unknown[]>(`
    SELECT ${placeColumns}, m.name AS picture, pl.candidates
    FROM (SELECT pl.*, (count(*) OVER ())::int AS candidates FROM (${candidates} LIMIT ${candidatesLimit}) pl
      WHERE pl.id <> ALL($4::bigint[]) ORDER BY ${order}${nearness} LIMIT ${resultsOfAKind}) pl
      LEFT JOIN media m ON m.id = pl.picture_id`)

/** Nearest first until there are enough: for names so common that some are near. The empty string keeps the planner from the index of names. */
const placesWalked = (condition: string) =>
  statement<PlaceRow, unknown[]>(`
    SELECT ${placeColumns}, m.name AS picture
    FROM (SELECT pl.* FROM places pl WHERE (pl.search_name || '') ${condition} AND pl.id <> ALL($4::bigint[]) ORDER BY ${chord} LIMIT ${resultsOfAKind}) pl
      LEFT JOIN media m ON m.id = pl.picture_id
    ORDER BY ${chord}, pl.id`)

const findPlacesBy = {
  prefix: placesOf(`SELECT * FROM places WHERE search_name >= $1 AND search_name < $1 ${after}`, 'pl.search_name = $1 DESC, '),
  inside: placesOf(`SELECT * FROM places WHERE search_name LIKE '% ' || $1 || '%'`),
}
const walkPlacesBy = {
  prefix: placesWalked("LIKE $1 || '%'"),
  inside: placesWalked("LIKE '% ' || $1 || '%'"),
}
/** `$5` mistakes allowed, `$6` how the name may begin. */
const findPlacesNearly = placesOf(`
  SELECT * FROM places WHERE $1 <% search_name
  UNION
  SELECT places.* FROM unnest($6::text[]) AS beginning CROSS JOIN LATERAL (
    SELECT * FROM places WHERE search_name >= beginning COLLATE "C" AND search_name < beginning ${after} LIMIT ${candidatesLimit}
  ) places
  WHERE ${editDistance('search_name', '$1')} <= $5`, `round(greatest(word_similarity($1, pl.search_name), 1 - ${editDistance('pl.search_name', '$1')}::real / length($1))::numeric, 1) DESC, `)

/** @param key as `searchName` gives it. */
export async function findPlaces(db: Database, key: string, point: Point | null): Promise<PlaceRow[]> {
  const found: PlaceRow[] = []
  const where = [point?.latitude ?? null, point?.longitude ?? null]
  for (const match of nextMatches(key)) {
    const known = found.map(({ id }) => id)
    found.push(...(await findPlacesMatching(db, match, key, where, known)))
    if (found.length >= resultsOfAKind) break
  }
  return found.slice(0, resultsOfAKind)
}

async function findPlacesMatching(db: Database, match: Match, key: string, where: (number | null)[], known: number[]): Promise<PlaceRow[]> {
  if (match === 'nearly') return findPlacesNearly(db, key, ...where, known, typosAllowed(key), likelyBeginnings(key))
  const found = await findPlacesBy[match](db, key, ...where, known)
  const tooMany = (found[0]?.candidates ?? 0) + known.length >= candidatesLimit && where[0] !== null
  return tooMany ? walkPlacesBy[match](db, key, ...where, known) : found
}
