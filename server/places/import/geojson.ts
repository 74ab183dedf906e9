import * as z from 'zod'
import { searchName } from '#server/places/places.rules.ts'
import type { Candidate, SkipReason } from './candidate.ts'
import { createFieldReader, detailsOfFields, findFields, kindOfFields } from './fields.ts'
import { kindOfTags } from './kinds.ts'
import { middleOf, osmSource } from './osm.ts'
import type { Origin } from './reader.ts'

/** Programs write anything for what a feature lacks: null, nothing, an empty list. Only its type has to be right. */
export const geoJsonFeature = z.object({
  type: z.literal('Feature'),
  id: z.unknown().optional(),
  geometry: z.object({ coordinates: z.unknown().optional(), geometries: z.unknown().optional() }).nullish().catch(null),
  properties: z.record(z.string(), z.unknown()).nullish().catch(null),
})

/** Ids in exports of OpenStreetMap. */
const osmId = /^(node|way|relation)\/\d+$/

/** Describes the place of a feature. */
export function placeOfFeature(
  { id, geometry, properties }: z.output<typeof geoJsonFeature>,
  origin: Origin,
): Candidate | SkipReason {
  const tags = scalarTextsOf({ ...properties })
  const read = createFieldReader(findFields(Object.keys(tags)), Object.values(tags))
  const name = read('name', isSearchable)
  if (name === undefined) return 'unnamed'
  const position = positionOf(geometry)
  const ownId = read('osmId') ?? (scalarTextsOf({ id }).id?.trim() || read('id'))
  const kind = kindOfTags(tags) ?? kindOfFields(read)
  const description = { name, kind, ...position, ...detailsOfFields(read) }
  if (ownId && osmId.test(ownId)) return { ...osmSource, sourceId: ownId, ...description }
  return {
    source: origin.source,
    licence: read('licence') ?? origin.licence,
    sourceId: ownId ?? derivedIdOf(name, position),
    ...description,
  }
}

/** Whether a text can be a name: "***" cannot. */
export const isSearchable = (text: string): boolean => searchName(text) !== ''

/** Derives an id for a place without one. It changes when the place is renamed or moved. */
export const derivedIdOf = (name: string, { latitude, longitude }: { latitude: number; longitude: number }): string =>
  `${searchName(name)}@${latitude.toFixed(5)},${longitude.toFixed(5)}`

const scalarTextsOf = (properties: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([key, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[key, String(value)]] : [],
    ),
  )

/** Returns the point, or the middle of the bounding box of any other geometry or collection of geometries. */
function positionOf(geometry: unknown): { latitude: number; longitude: number } {
  const points: { latitude: number; longitude: number }[] = []
  const pending: unknown[] = [geometry]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!Array.isArray(next)) {
      const { coordinates, geometries } = { ...(next as { coordinates?: unknown; geometries?: unknown } | null) }
      pending.push(...[coordinates, geometries].filter(Array.isArray))
      continue
    }
    const [longitude, latitude] = next as unknown[]
    if (typeof longitude === 'number' && typeof latitude === 'number') points.push({ latitude, longitude })
    else for (const part of next as unknown[]) pending.push(part)
  }
  return points.length > 0 ? middleOf(points) : { latitude: NaN, longitude: NaN }
}
