import { statement } from '#server/database/statement.ts'
import type { NamedPlace, TileArea } from './place-tiles.rules.ts'

/** Of an area with more places some are left out, so that a tile costs 20 ms at most, with 100,000 in it. */
const maxCandidates = 10_000

/** Finds the places of these kinds in the area of a tile, in the order of the kinds. The sphere's index finds them. */
export const findPlacesOfTile = statement<NamedPlace, TileArea & { kinds: string[]; limit: number }>(
  `
  SELECT id, name, kind, latitude, longitude FROM (
    SELECT id, name, kind, latitude, longitude FROM places
    WHERE unit_sphere_point(latitude, longitude) <@ cube_enlarge(unit_sphere_point($1, $2), $3, 3)
      AND longitude >= $4 AND longitude < $5 AND latitude > $6 AND latitude <= $7 AND kind = ANY($8)
    LIMIT ${maxCandidates}
  ) candidate
  ORDER BY array_position($8, kind), id LIMIT $9`,
  ['latitude', 'longitude', 'chord', 'west', 'east', 'south', 'north', 'kinds', 'limit'],
)

/** The sources of the directory with one licence each: one step of the index for each source, however many places. */
export const findPlaceSources = statement<{ source: string; licence: string }, []>(`
  WITH RECURSIVE named AS (
    (SELECT source, licence FROM place_sources ORDER BY source LIMIT 1)
    UNION ALL
    SELECT next.source, next.licence FROM named CROSS JOIN LATERAL (
      SELECT source, licence FROM place_sources WHERE source > named.source ORDER BY source LIMIT 1
    ) next
  )
  SELECT source, licence FROM named LIMIT 10`)
