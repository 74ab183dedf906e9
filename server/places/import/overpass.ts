import * as z from 'zod'
import type { Candidate, SkipReason } from './candidate.ts'
import type { NodePositions } from './node-positions.ts'
import { isNamedPlace, middleOf, placeOfOsm } from './osm.ts'

const tags = z.record(z.string(), z.string()).optional()
const degrees = z.object({ lat: z.number(), lon: z.number() })

const node = z.object({ type: z.literal('node'), id: z.number(), ...degrees.shape, tags })
const way = z.object({
  type: z.literal(['way', 'relation']),
  id: z.number(),
  tags,
  /** From “out center”; the next two from “out geom” and “out bb”. */
  center: degrees.optional(),
  geometry: z.array(degrees.nullable()).optional(),
  bounds: z.object({ minlat: z.number(), minlon: z.number(), maxlat: z.number(), maxlon: z.number() }).optional(),
  nodes: z.array(z.number()).optional(),
})
export const overpassElement = z.union([node, way])
export type OverpassElement = z.output<typeof overpassElement>

const pointOf = ({ lat, lon }: { lat: number; lon: number }) => ({ latitude: lat, longitude: lon })

/** The nodes that are needed to find the position of a named way. */
export const requiredNodeIds = (element: OverpassElement): number[] =>
  element.type !== 'node' && isNamedPlace(element) && pointsOf(element).length === 0 ? (element.nodes ?? []) : []

/** @returns null if the element has no name. */
export function placeOfElement(
  element: OverpassElement,
  positions: NodePositions | null,
): Candidate | SkipReason | null {
  const points = pointsOf(element)
  if (points.length === 0 && element.type !== 'node')
    points.push(...(element.nodes ?? []).flatMap((id) => positions?.get(id) ?? []))
  return placeOfOsm(element, points.length > 0 ? middleOf(points) : { latitude: NaN, longitude: NaN })
}

function pointsOf(element: OverpassElement): { latitude: number; longitude: number }[] {
  if (element.type === 'node') return [pointOf(element)]
  const { center, geometry, bounds } = element
  if (center) return [pointOf(center)]
  if (geometry) return geometry.flatMap((point) => (point ? pointOf(point) : []))
  return bounds
    ? [
        { latitude: bounds.minlat, longitude: bounds.minlon },
        { latitude: bounds.maxlat, longitude: bounds.maxlon },
      ]
    : []
}
