import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import type { PlaceRow } from '#server/places/places.queries.ts'
import type { Point } from '#server/platform/geography.ts'
import { notBlockedSql } from '#server/users/users.queries.ts'
import { canMatch, likelyBeginnings, type Match, swapped, typosAllowed, usernameKey } from './search.rules.ts'

/** What one answer holds at most: people come first, so that they are few enough to leave places in sight. */
const peopleLimit = 10
const placesLimit = 20
/** Of the places, those kept for names that hold the query inside: beside Piazza del Duomo nobody wants twenty a day's ride away that begin with Duomo. */
const insideReserve = 8

/**
 * Rows that one look at an index may bring, to be put in order. Of people the best known of so many are
 * taken; of places, where more match ("piazza"), the index of positions is walked instead, nearest first.
 */
const candidatesLimit = 1000
/** Names that are compared letter by letter, for each likely beginning. */
const guessesLimit = 2500

/** The end of the names that begin with something. Neither `searchName` nor `usernameKey` leaves a wildcard. */
const lastAfter = '|| chr(1114111)'
const beginsWith = (name: string, beginning: string) =>
  `${name} >= ${beginning} COLLATE "C" AND ${name} < ${beginning} ${lastAfter}`

const wholeTypos = (name: string, key: string, most: string) =>
  `levenshtein_less_equal(left(${name}, 200), ${key}, ${most})`
/** Mistakes in as much of the name as was typed, or one letter more. */
const beginningTypos = (name: string, key: string, most: string) =>
  `least(${[0, 1].map((by) => `levenshtein_less_equal(left(${name}, length(${key}) + ${by}), ${key}, ${most})`).join(', ')})`

/** The parameters of a search for what was mistyped. */
type Typos = { key: string; whole: string; beginning: string; beginnings: string; swapped: string }

/** A name that was meant whole comes before one that only begins nearly so; letters that changed places are hardly a mistake. */
const fewestTypos = (name: string, { key, swapped }: Typos) =>
  `least(levenshtein(left(${name}, 200), ${key}), ${beginningTypos(name, key, '9')} + 1,
    CASE WHEN ${name} = ANY(${swapped}::text[]) THEN 0 WHEN left(${name}, length(${key})) = ANY(${swapped}::text[]) THEN 1 END)`

/**
 * Rows of a table whose name was mistyped as the key: by wrong, missing or doubled letters, or by two that changed
 * places. Those with the fewest mistakes are what was meant; the others would only be noise beside them.
 */
const mistyped = (columns: string, table: string, name: string, alias: string, typos: Typos) => `
  SELECT * FROM (SELECT *, rank() OVER (ORDER BY ${fewestTypos(alias, typos)}) AS typos FROM (
  SELECT ${columns} FROM unnest(${typos.beginnings}::text[]) AS beginning CROSS JOIN LATERAL (
    SELECT * FROM ${table} WHERE ${beginsWith(name, 'beginning')} LIMIT ${guessesLimit}
  ) ${table}
  WHERE ${wholeTypos(name, typos.key, typos.whole)} <= ${typos.whole} OR ${beginningTypos(name, typos.key, typos.beginning)} <= ${typos.beginning}
  UNION
  SELECT ${columns} FROM unnest(${typos.swapped}::text[]) AS swapped CROSS JOIN LATERAL (
    SELECT * FROM ${table} WHERE ${beginsWith(name, 'swapped')} LIMIT ${candidatesLimit}
  ) ${table}
  ) guesses) guesses WHERE typos = 1`

export type FoundUserRow = { id: number; username: string; picture: string | null }

/** `$1` viewer, `$2` key, `$3` who has been found already; blocks are looked up for those shown only. */
const people = (candidates: string, order: string) =>
  statement<FoundUserRow, unknown[]>(`
    SELECT u.id, u.username, (SELECT m.name FROM media m WHERE m.id = u.picture_id) AS picture
    FROM (${candidates} LIMIT ${candidatesLimit}) u
    WHERE u.id <> ALL($3::bigint[]) AND ${notBlockedSql}
    ORDER BY ${order}, u.followers_count DESC, u.id LIMIT ${peopleLimit}`)

const key = 'username_search_key(username)'
const userColumns = `id, username, picture_id, followers_count, suspended_at, ${key} AS key`

const usernameTypos = { key: '$2', whole: '$4', beginning: '$5', beginnings: '$6', swapped: '$7' }

/** `mistyped` takes also what `guess` gives. */
const findPeople: Record<Match, ReturnType<typeof people>> = {
  prefix: people(`SELECT ${userColumns} FROM users WHERE ${beginsWith(key, '$2')}`, 'u.key = $2 DESC'),
  inside: people(`SELECT ${userColumns} FROM users WHERE ${key} LIKE '%' || $2 || '%'`, 'length(u.key)'),
  mistyped: people(mistyped(userColumns, 'users', key, 'key', usernameTypos), 'length(u.key)'),
  alike: people(`SELECT ${userColumns} FROM users WHERE $2 <% ${key}`, 'word_similarity($2, u.key) DESC'),
}

const guess = (match: Match, query: string): unknown[] => {
  const { whole, beginning } = typosAllowed(query)
  return match === 'mistyped' ? [whole, beginning, likelyBeginnings(query), swapped(query)] : []
}

const inOrder: Match[] = ['prefix', 'inside', 'mistyped', 'alike']
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

/** People whose username answers a query, the best answers first. */
export async function findUsers(db: Database, viewerId: number, query: string): Promise<FoundUserRow[]> {
  const wanted = usernameKey(query)
  const found: FoundUserRow[] = []
  for (const match of inOrder) {
    if (found.length >= peopleLimit || !canMatch(match, wanted, found.length)) continue
    found.push(...(await findPeople[match](db, viewerId, wanted, idsOf(found), ...guess(match, wanted))))
  }
  return found.slice(0, peopleLimit)
}

const chord = 'unit_sphere_point(pl.latitude, pl.longitude) <-> unit_sphere_point($2, $3)'
const placeColumns =
  'pl.id, pl.name, pl.town, pl.province, pl.latitude, pl.longitude, (SELECT m.name FROM media m WHERE m.id = pl.picture_id) AS picture'

type FoundPlaceRow = PlaceRow & { candidates: number }

/** `$1` key, `$2` and `$3` latitude and longitude or null, `$4` what has been found already. Where nobody said where they are, the larger and better known come first. */
const places = (candidates: string, order = '') =>
  statement<FoundPlaceRow, unknown[]>(`
    SELECT ${placeColumns}, (count(*) OVER ())::int AS candidates
    FROM (${candidates} LIMIT ${candidatesLimit}) pl
    WHERE pl.id <> ALL($4::bigint[])
    ORDER BY ${order} CASE WHEN $2::float8 IS NULL THEN 0 ELSE ${chord} END, pl.population DESC, pl.followers_count DESC, pl.id LIMIT ${placesLimit}`)

const placeTypos = { key: '$1', whole: '$5', beginning: '$6', beginnings: '$7', swapped: '$8' }

/** `mistyped` takes also what `guess` gives. */
const findPlacesBy: Record<Match, ReturnType<typeof places>> = {
  prefix: places(`SELECT * FROM places WHERE ${beginsWith('search_name', '$1')}`, 'pl.search_name = $1 DESC,'),
  inside: places(`SELECT * FROM places WHERE search_name LIKE '% ' || $1 || '%'`),
  mistyped: places(mistyped('places.*', 'places', 'search_name', 'search_name', placeTypos)),
  alike: places(
    'SELECT * FROM places WHERE $1 <% search_name',
    'round(word_similarity($1, pl.search_name)::numeric, 1) DESC,',
  ),
}

/** Nearest first until there are enough: for names so common that some are near. The empty string keeps the planner from the index of names. */
const placesWalked = (condition: string) =>
  statement<PlaceRow, unknown[]>(`
    SELECT ${placeColumns} FROM places pl
    WHERE (pl.search_name || '') ${condition} AND pl.id <> ALL($4::bigint[])
    ORDER BY ${chord} LIMIT ${placesLimit}`)

const walkPlacesBy: Partial<Record<Match, ReturnType<typeof placesWalked>>> = {
  prefix: placesWalked("LIKE $1 || '%'"),
  inside: placesWalked("LIKE '% ' || $1 || '%'"),
}

async function findPlacesMatching(
  db: Database,
  match: Match,
  wanted: string,
  point: Point | null,
  known: number[],
): Promise<PlaceRow[]> {
  const input = [wanted, point?.latitude ?? null, point?.longitude ?? null, known]
  const found = await findPlacesBy[match](db, ...input, ...guess(match, wanted))
  const tooMany = (found[0]?.candidates ?? 0) + known.length >= candidatesLimit
  const walk = walkPlacesBy[match]
  return point && tooMany && walk ? walk(db, ...input) : found
}

/**
 * Places whose name answers a query: who begins so before who holds it inside, and among those the nearer first.
 * @param wanted as `searchName` gives it.
 */
export async function findPlaces(db: Database, wanted: string, point: Point | null): Promise<PlaceRow[]> {
  let found: PlaceRow[] = []
  for (const match of inOrder) {
    if (!canMatch(match, wanted, found.length)) continue
    const more = await findPlacesMatching(db, match, wanted, point, idsOf(found))
    const room = match === 'inside' ? placesLimit - Math.min(more.length, insideReserve) : placesLimit
    found = [...found.slice(0, room), ...more].slice(0, placesLimit)
  }
  return found
}
