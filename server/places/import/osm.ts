import type { Candidate, SkipReason } from './candidate.ts'
import { kindOfTags, osmKindKeys, type Tags } from './kinds.ts'

/** The keys that are read of an element. */
export const osmKeys: string[] = ['name', 'name:it', ...osmKindKeys]

export const osmSource = { source: 'osm', licence: 'ODbL-1.0' }

type OsmElement = { type: string; id: number | string; tags?: Tags | undefined }
type Position = { latitude: number; longitude: number }

/** Whether an element is a place with a name. */
export const isNamedPlace = ({ tags }: { tags?: Tags | undefined }): boolean =>
  tags !== undefined && nameOf(tags) !== undefined && kindOfTags(tags) !== null

const nameOf = (tags: Tags): string | undefined => tags['name:it'] || tags.name

/** @returns null if the element has no name. */
export function placeOfOsm(
  { type, id, tags = {} }: OsmElement,
  { latitude, longitude }: Position,
): Candidate | SkipReason | null {
  const name = nameOf(tags)
  const kind = kindOfTags(tags)
  if (name === undefined) return null
  return kind === null ? 'notAPlace' : { ...osmSource, sourceId: `${type}/${id}`, name, kind, latitude, longitude }
}

/** Returns the middle of the bounding box: the mean would be pulled to where an outline has more points. */
export function middleOf(points: Position[]): Position {
  const latitudes = points.map(({ latitude }) => latitude)
  const longitudes = points.map(({ longitude }) => longitude)
  const middle = (values: number[]) =>
    (values.reduce((a, b) => Math.min(a, b), Infinity) + values.reduce((a, b) => Math.max(a, b), -Infinity)) / 2
  return { latitude: middle(latitudes), longitude: middle(longitudes) }
}
