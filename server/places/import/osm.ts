import type { Candidate } from './candidate.ts'
import { kindOfTags, osmKindKeys, type Tags } from './kinds.ts'

/** Keys of what is kept of an element. */
export const osmKeys: string[] = ['name', 'name:it', ...osmKindKeys]

export const osm = { source: 'osm', licence: 'ODbL-1.0' }

type Element = { type: string; id: number | string; tags?: Tags | undefined }
type Position = { latitude: number; longitude: number }

/** Whether it is a place with a name, so that its position is worth finding. */
export const isNamedPlace = ({ tags }: { tags?: Tags | undefined }): boolean =>
  tags !== undefined && nameOf(tags) !== undefined && kindOfTags(tags) !== null

const nameOf = (tags: Tags): string | undefined => tags['name:it'] ?? tags.name

/** @returns null for what is no place, or has no name. */
export function osmPlace({ type, id, tags = {} }: Element, { latitude, longitude }: Position): Candidate | null {
  const name = nameOf(tags)
  const kind = kindOfTags(tags)
  return name === undefined || kind === null
    ? null
    : { ...osm, sourceId: `${type}/${id}`, name, kind, latitude, longitude }
}

/**
 * The middle of the points of a way: of the box around them for an area, so that a densely drawn side does not pull.
 */
export function middleOf(points: Position[]): Position {
  const latitudes = points.map(({ latitude }) => latitude)
  const longitudes = points.map(({ longitude }) => longitude)
  const between = (values: number[]) =>
    (values.reduce((a, b) => Math.min(a, b), Infinity) + values.reduce((a, b) => Math.max(a, b), -Infinity)) / 2
  return { latitude: between(latitudes), longitude: between(longitudes) }
}
