import { distanceInMetres, type Position } from '#web/platform/geolocation.ts'

/**
 * Sorts places by the exact position, which the server does not know. Towns come last: the point of one says little
 * about how near it is. Without a position the order stays.
 */
export function nearestFirst<Place extends Position & { kind: string }>(
  places: readonly Place[],
  position: Position | null,
): readonly Place[] {
  if (!position) return places
  const isTown = ({ kind }: Place) => Number(kind === 'town')
  return places.toSorted(
    (one, other) => isTown(one) - isTown(other) || distanceInMetres(position, one) - distanceInMetres(position, other),
  )
}
