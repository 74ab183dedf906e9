import type { FollowStatus } from '#contract/listed-user.ts'
import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { isFollowedSql, placeColumnsSql, type PlaceRow } from '#server/places/places.queries.ts'
import { distanceMetres, type Point } from '#server/platform/geography.ts'
import { followStatusSql, notBlockedSql } from '#server/users/users.queries.ts'
import { maxCandidates, startsWithSql, typoMatchesSql } from './match.queries.ts'
import { addTowns, findTownsByName, without } from './towns.queries.ts'
import {
  canSearchBy,
  likelyPrefixes,
  type MatchKind,
  maxTypos,
  neighbourSwaps,
  searchKey,
  usernameKey,
} from './search.rules.ts'

/** Users come first in the results, so they are few enough to leave places in sight. */
const maxUsers = 10
const maxPlaces = 20
/**
 * Places reserved for names that contain the query: twenty distant places that start with "Duomo" would hide Piazza
 * del Duomo.
 */
const reservedForInside = 8

const matchKinds: MatchKind[] = ['prefix', 'inside', 'typo', 'similar']
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

/** The parameters of a typo search beyond those of the other kinds. */
type TypoInput = { maxWholeTypos: number; maxBeginningTypos: number; prefixes: string[]; swaps: string[] }
type TypoNames = readonly (keyof TypoInput)[]
const typoNames: TypoNames = ['maxWholeTypos', 'maxBeginningTypos', 'prefixes', 'swaps']

function typoInputOf(kind: MatchKind, key: string): Partial<TypoInput> {
  if (kind !== 'typo') return {}
  const { whole, beginning } = maxTypos(key)
  return {
    maxWholeTypos: whole,
    maxBeginningTypos: beginning,
    prefixes: likelyPrefixes(key),
    swaps: neighbourSwaps(key),
  }
}

export type FoundUserRow = { id: number; username: string; picture: string | null }

/** `nameKey`: of display names. */
type UserSearch = { viewerId: number; key: string; foundIds: number[]; nameKey?: string } & Partial<TypoInput>

const findUsersIn = (candidatesSql: string, orderSql: string, ownNames: readonly (keyof UserSearch)[] = []) =>
  statement<FoundUserRow, UserSearch>(
    `
    SELECT u.id, u.username, (SELECT m.name FROM media m WHERE m.id = u.picture_id) AS picture
    FROM (${candidatesSql} LIMIT ${maxCandidates}) u
    WHERE u.id <> ALL($3::bigint[])
    ORDER BY ${orderSql}, u.followers_count DESC, u.id LIMIT ${maxUsers}`,
    ['viewerId', 'key', 'foundIds', ...ownNames],
  )

const usernameKeySql = 'username_search_key(username)'
const userColumnsSql = `id, username, picture_id, followers_count, ${usernameKeySql} AS key`
const userCandidatesSql = (conditionSql: string) =>
  `SELECT ${userColumnsSql} FROM users u WHERE ${conditionSql} AND ${notBlockedSql}`
/**
 * People whose username or a word of whose display name begins with the query. The search key of a username is empty for
 * a query in other letters.
 */
const begunNamesSql = [
  `$2 <> '' AND ${startsWithSql(usernameKeySql, '$2')}`,
  `(' ' || u.display_name_key) LIKE '% ' || $4 || '%'`,
]
  .map((conditionSql) => `(${userCandidatesSql(conditionSql)} LIMIT ${maxCandidates / 2})`)
  .join('\n    UNION ')

const findUsersBy: Record<MatchKind, ReturnType<typeof findUsersIn>> = {
  prefix: findUsersIn(begunNamesSql, 'u.key = $2 DESC', ['nameKey']),
  inside: findUsersIn(userCandidatesSql(`${usernameKeySql} LIKE '%' || $2 || '%'`), 'length(u.key)'),
  typo: findUsersIn(
    typoMatchesSql(
      {
        table: 'users',
        alias: 'u',
        conditionSql: notBlockedSql,
        rowColumnsSql: userColumnsSql,
        nameSql: usernameKeySql,
        nameAlias: 'key',
      },
      { key: '$2', maxWholeTypos: '$4', maxBeginningTypos: '$5', prefixes: '$6', swaps: '$7' },
    ),
    'length(u.key)',
    typoNames,
  ),
  similar: findUsersIn(userCandidatesSql(`$2 <% ${usernameKeySql}`), 'word_similarity($2, u.key) DESC'),
}

/** Finds users whose username or display name matches a query, best matches first. */
export async function findUsers(db: Database, viewerId: number, query: string): Promise<FoundUserRow[]> {
  const key = usernameKey(query)
  const nameKey = searchKey(query)
  const found: FoundUserRow[] = []
  for (const kind of matchKinds) {
    const isBeginning = kind === 'prefix'
    if (found.length >= maxUsers || !canSearchBy(kind, isBeginning ? nameKey : key, found.length)) continue
    const input = {
      viewerId,
      key,
      foundIds: idsOf(found),
      ...(isBeginning && { nameKey }),
      ...typoInputOf(kind, key),
    }
    found.push(...(await findUsersBy[kind](db, input)))
  }
  return found.slice(0, maxUsers)
}

const distanceSql = 'unit_sphere_point(pl.latitude, pl.longitude) <-> unit_sphere_point($2, $3)'
type FoundPlaceRow = PlaceRow & { candidates: number }
type PlaceSearch = { key: string; latitude: number | null; longitude: number | null; foundIds: number[] }
const placeSearchNames = ['key', 'latitude', 'longitude', 'foundIds'] as const

/**
 * Orders by distance; without a position by population and followers. `candidates` counts the rows before the limit.
 */
const findPlacesIn = (candidatesSql: string, orderSql: string, ownNames: TypoNames = []) =>
  statement<FoundPlaceRow, PlaceSearch & Partial<TypoInput>>(
    `
    SELECT ${placeColumnsSql}, (count(*) OVER ())::int AS candidates
    FROM (${candidatesSql} LIMIT ${maxCandidates}) pl
    WHERE pl.id <> ALL($4::bigint[])
    ORDER BY ${orderSql} CASE WHEN $2::float8 IS NULL THEN 0 ELSE ${distanceSql} END,
      pl.population DESC, pl.followers_count DESC, pl.id LIMIT ${maxPlaces}`,
    [...placeSearchNames, ...ownNames],
  )

const placeCandidatesSql = (conditionSql: string) => `SELECT * FROM places WHERE ${conditionSql}`

const findPlacesBy: Record<MatchKind, ReturnType<typeof findPlacesIn>> = {
  prefix: findPlacesIn(placeCandidatesSql(startsWithSql('search_name', '$1')), 'pl.search_name = $1 DESC,'),
  inside: findPlacesIn(placeCandidatesSql(`search_name LIKE '% ' || $1 || '%'`), ''),
  typo: findPlacesIn(
    typoMatchesSql(
      {
        table: 'places',
        alias: 'pl',
        conditionSql: 'true',
        rowColumnsSql: 'pl.*',
        nameSql: 'search_name',
        nameAlias: 'search_name',
      },
      { key: '$1', maxWholeTypos: '$5', maxBeginningTypos: '$6', prefixes: '$7', swaps: '$8' },
    ),
    '',
    typoNames,
  ),
  similar: findPlacesIn(
    placeCandidatesSql('$1 <% search_name'),
    'round(word_similarity($1, pl.search_name)::numeric, 1) DESC,',
  ),
}

/**
 * Walks the position index, nearest first, for names so common that some are near. Appending the empty string keeps the
 * planner from the name index.
 */
const findNearestPlacesWith = (conditionSql: string) =>
  statement<PlaceRow, PlaceSearch>(
    `
    SELECT ${placeColumnsSql} FROM places pl
    WHERE (pl.search_name || '') ${conditionSql} AND pl.id <> ALL($4::bigint[])
    ORDER BY ${distanceSql} LIMIT ${maxPlaces}`,
    placeSearchNames,
  )

const findNearestPlacesBy: Partial<Record<MatchKind, ReturnType<typeof findNearestPlacesWith>>> = {
  prefix: findNearestPlacesWith("LIKE $1 || '%'"),
  inside: findNearestPlacesWith("LIKE '% ' || $1 || '%'"),
}

async function findPlacesMatching(
  db: Database,
  kind: MatchKind,
  { key, point, foundIds }: { key: string; point: Point | null; foundIds: number[] },
): Promise<PlaceRow[]> {
  const search = { key, latitude: point?.latitude ?? null, longitude: point?.longitude ?? null, foundIds }
  const found = await findPlacesBy[kind](db, { ...search, ...typoInputOf(kind, key) })
  const isTruncated = (found[0]?.candidates ?? 0) + foundIds.length >= maxCandidates
  const findNearest = findNearestPlacesBy[kind]
  return point && isTruncated && findNearest ? findNearest(db, search) : found
}

/**
 * Finds places whose name matches: towns of this name first, then prefixes before words inside, nearer ones first.
 * @param key the query as `searchKey` returns it.
 */
export async function findPlaces(db: Database, key: string, point: Point | null): Promise<PlaceRow[]> {
  const towns = key ? await findTownsByName(db, key) : []
  const distanceOf = (place: Point) => (point ? distanceMetres(point, place) : 0)
  let found: PlaceRow[] = towns.filter(({ rank }) => rank === 0).toSorted((a, b) => distanceOf(a) - distanceOf(b))
  for (const kind of matchKinds) {
    if (!canSearchBy(kind, key, found.length)) continue
    const places = await findPlacesMatching(db, kind, { key, point, foundIds: idsOf(found) })
    const matching = without(await addTowns(db, kind, { key, towns, places }), found)
    const kept = kind === 'inside' ? maxPlaces - Math.min(matching.length, reservedForInside) : maxPlaces
    found = [...found.slice(0, kept), ...matching].slice(0, maxPlaces)
  }
  return found
}

/** The facts that help to decide whether to follow somebody. */
export type UserChoiceRow = {
  id: number
  display_name: string | null
  bio: string
  is_private: boolean
  follow_status: FollowStatus | null
}

/** Completes found users that the viewer may see. */
export const findUserChoices = statement<UserChoiceRow, [viewerId: number, ids: number[]]>(`
  SELECT u.id, u.display_name, u.bio, u.is_private, ${followStatusSql} FROM users u WHERE u.id = ANY($2::bigint[]) AND ${notBlockedSql}`)

export type PlaceChoiceRow = { id: number; is_followed: boolean }

/** Completes found places. */
export const findPlaceChoices = statement<PlaceChoiceRow, [viewerId: number, ids: number[]]>(`
  SELECT pl.id, ${isFollowedSql} FROM places pl WHERE pl.id = ANY($2::bigint[])`)
