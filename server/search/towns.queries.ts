import type { Database } from '#server/database/connect.ts'
import { statement } from '#server/database/statement.ts'
import { placeColumnsSql, type PlaceRow } from '#server/places/places.queries.ts'
import { townQuery } from '#server/places/town-names.rules.ts'
import { beginningTyposSql, startsWithSql, typoCountSql, wholeTyposSql } from './match.queries.ts'
import { canSearchBy, type MatchKind, maxTownTypos, neighbourSwaps } from './search.rules.ts'

const maxTowns = 20

/** A town. Rank 0: the query is its name; 1: its name begins with the query; more: something like this. */
export type FoundTownRow = PlaceRow & { rank: number }

/** Towns with a name that begins with one form of the query; `place` is that of the form's best match. */
const beginningSql = (formSql: string, place: number) => `
  SELECT place_id, CASE WHEN is_whole AND key = ${formSql} THEN 0 WHEN is_whole THEN 1 ELSE 2 END + ${place}
    AS rank
  FROM town_names WHERE ${startsWithSql('key', formSql)}`

const findByBeginning = statement<FoundTownRow, [written: string, everyday: string | null]>(`
  SELECT ${placeColumnsSql}, found.rank
  FROM (
    SELECT place_id, min(rank) AS rank FROM (${beginningSql('$1', 0)} UNION ALL ${beginningSql('$2', 3)}) matches
    GROUP BY place_id
  ) found JOIN places pl ON pl.id = found.place_id
  ORDER BY found.rank, pl.population DESC, pl.id LIMIT ${maxTowns}`)

/** Compares every town's whole names: there are some ten thousand, however many places there are. */
const findByTypo = statement<FoundTownRow, [forms: string[], maxTypos: number, swaps: string[]]>(`
  SELECT ${placeColumnsSql}, 6 AS rank
  FROM (
    SELECT place_id, typos, min(typos) OVER () AS fewest FROM (
      SELECT place_id, min(${typoCountSql('key', { key: 'form', swaps: '$3' })}) AS typos
      FROM town_names, unnest($1::text[]) AS form
      WHERE is_whole AND (${wholeTyposSql('key', 'form', '$2')} <= $2 OR ${beginningTyposSql('key', 'form', '$2')} <= $2
        OR key = ANY($3::text[]))
      GROUP BY place_id
    ) near
  ) found JOIN places pl ON pl.id = found.place_id
  WHERE found.typos = found.fewest
  ORDER BY pl.population DESC, pl.id LIMIT ${maxTowns}`)

/**
 * Finds towns as people call them, the best match and the largest first: without small words, accents and apostrophes,
 * in another language, or by one of their words.
 * @param key the query as `searchKey` returns it.
 */
export const findTownsByName = (db: Database, key: string): Promise<FoundTownRow[]> => {
  const { written, everyday } = townQuery(key)
  return findByBeginning(db, written, everyday)
}

/** Finds the towns whose names differ from a query by the fewest slips. @param foundCount towns found otherwise. */
export async function findTownsByTypo(db: Database, key: string, foundCount: number): Promise<FoundTownRow[]> {
  const { written, everyday } = townQuery(key)
  if (!canSearchBy('typo', written, foundCount)) return []
  return findByTypo(
    db,
    everyday === null ? [written] : [written, everyday],
    maxTownTypos(written),
    neighbourSwaps(written),
  )
}

/** Returns the rows that are not among others. */
export function without<Row extends { id: number }>(rows: Row[], others: { id: number }[]): Row[] {
  const ids = new Set(others.map(({ id }) => id))
  return rows.filter(({ id }) => !ids.has(id))
}

/** Finds towns for somebody who chooses one. @param key the query as `searchKey` returns it. */
export async function findTowns(db: Database, key: string): Promise<FoundTownRow[]> {
  const towns = await findTownsByName(db, key)
  const slips = await findTownsByTypo(db, key, towns.length)
  return [...towns, ...without(slips, towns)].slice(0, maxTowns)
}

type FoundSoFar = { key: string; towns: FoundTownRow[]; places: PlaceRow[] }

/** Adds towns where a kind of match found few places: by another form of their name, or by a slip. */
export async function addTowns(db: Database, kind: MatchKind, { key, towns, places }: FoundSoFar): Promise<PlaceRow[]> {
  if (!canSearchBy('typo', key, places.length)) return places
  if (kind === 'prefix') {
    const beginning = towns.filter(({ rank }) => rank === 1)
    return [...places, ...without(beginning, places)]
  }
  if (kind !== 'typo') return places
  const others = towns.filter(({ rank }) => rank > 1)
  const slips = await findTownsByTypo(db, key, towns.length)
  const similar = [...others, ...without(slips, others)]
  return [...similar, ...without(places, similar)]
}
