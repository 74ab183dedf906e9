import * as z from 'zod'
import { searchName } from '#server/places/places.rules.ts'
import type { Candidate } from './candidate.ts'
import { kindOfWord, kindOfTags } from './kinds.ts'
import { middleOf, osmSource } from './osm.ts'
import type { Origin } from './reader.ts'

const scalar = z.union([z.string(), z.number()])

export const geoJsonFeature = z.object({
  type: z.literal('Feature'),
  id: scalar.optional(),
  geometry: z.object({ type: z.string(), coordinates: z.unknown() }).nullable(),
  properties: z.record(z.string(), z.unknown()).nullable().default(null),
})

/** Ids in exports of OpenStreetMap. */
const osmId = /^(node|way|relation)\/\d+$/

/** @returns null if the feature has no name. */
export function placeOfFeature(
  { id, geometry, properties }: z.output<typeof geoJsonFeature>,
  origin: Origin,
): Candidate | null {
  const tags = scalarTextsOf(properties ?? {})
  const name = tags['name:it'] ?? tags.name ?? tags.nome
  if (name === undefined) return null
  const position = positionOf(geometry?.coordinates)
  const ownId = [tags['@id'], id === undefined ? undefined : String(id), tags.id, tags.fid].find(
    (value) => value !== undefined,
  )
  const kind = kindOfTags(tags) ?? kindOfWord(tags.kind ?? tags.type ?? tags.tipo)
  const description = {
    name,
    kind,
    ...position,
    town: tags.town ?? tags.comune ?? null,
    province: tags.province ?? tags.provincia ?? null,
  }
  if (ownId && osmId.test(ownId)) return { ...osmSource, sourceId: ownId, ...description }
  return {
    source: origin.source,
    licence: tags.licence ?? tags.license ?? origin.licence,
    sourceId: ownId ?? derivedIdOf(name, position),
    ...description,
  }
}

/** Derives an id for a place without one. It changes when the place is renamed or moved. */
export const derivedIdOf = (name: string, { latitude, longitude }: { latitude: number; longitude: number }): string =>
  `${searchName(name)}@${latitude.toFixed(5)},${longitude.toFixed(5)}`

const scalarTextsOf = (properties: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([key, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[key, String(value)]] : [],
    ),
  )

/** Returns the point, or the middle of the bounding box of any other geometry. */
function positionOf(coordinates: unknown): { latitude: number; longitude: number } {
  const points: { latitude: number; longitude: number }[] = []
  const pending = [coordinates]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!Array.isArray(next)) continue
    const [longitude, latitude] = next as unknown[]
    if (typeof longitude === 'number' && typeof latitude === 'number') points.push({ latitude, longitude })
    else for (const part of next as unknown[]) pending.push(part)
  }
  return points.length > 0 ? middleOf(points) : { latitude: NaN, longitude: NaN }
}
