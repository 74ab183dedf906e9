import * as z from 'zod'
import { searchName } from '#server/places/places.rules.ts'
import type { Candidate } from './candidate.ts'
import { kindNamed, kindOfTags } from './kinds.ts'
import { middleOf, osm } from './osm.ts'
import type { Origin } from './reader.ts'

const scalar = z.union([z.string(), z.number()])

export const geoJsonFeature = z.object({
  type: z.literal('Feature'),
  id: scalar.optional(),
  geometry: z.object({ type: z.string(), coordinates: z.unknown() }).nullable(),
  properties: z.record(z.string(), z.unknown()).nullable().default(null),
})

/** What the programs that export OpenStreetMap write for an id. */
const osmId = /^(node|way|relation)\/\d+$/

/** @returns null for what has no name at all. */
export function placeOfFeature(
  { id, geometry, properties }: z.output<typeof geoJsonFeature>,
  origin: Origin,
): Candidate | null {
  const tags = textsOf(properties ?? {})
  const name = tags['name:it'] ?? tags.name ?? tags.nome
  if (name === undefined) return null
  const position = positionOf(geometry?.coordinates)
  const ownId = [tags['@id'], id === undefined ? undefined : String(id), tags.id, tags.fid].find(
    (value) => value !== undefined,
  )
  const kind = kindOfTags(tags) ?? kindNamed(tags.kind ?? tags.type ?? tags.tipo)
  const described = {
    name,
    kind,
    ...position,
    town: tags.town ?? tags.comune ?? null,
    province: tags.province ?? tags.provincia ?? null,
  }
  if (ownId && osmId.test(ownId)) return { ...osm, sourceId: ownId, ...described }
  return {
    source: origin.source,
    licence: tags.licence ?? tags.license ?? origin.licence,
    sourceId: ownId ?? idOf(name, position),
    ...described,
  }
}

/** For what its source gives no id: the same as long as it is called so and stays there. */
export const idOf = (name: string, { latitude, longitude }: { latitude: number; longitude: number }): string =>
  `${searchName(name)}@${latitude.toFixed(5)},${longitude.toFixed(5)}`

const textsOf = (properties: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([key, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[key, String(value)]] : [],
    ),
  )

/** A point, or the middle of what any other geometry spans. */
function positionOf(coordinates: unknown): { latitude: number; longitude: number } {
  const points: { latitude: number; longitude: number }[] = []
  const waiting = [coordinates]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!Array.isArray(next)) continue
    const [longitude, latitude] = next as unknown[]
    if (typeof longitude === 'number' && typeof latitude === 'number') points.push({ latitude, longitude })
    else for (const part of next as unknown[]) waiting.push(part)
  }
  return points.length > 0 ? middleOf(points) : { latitude: NaN, longitude: NaN }
}
