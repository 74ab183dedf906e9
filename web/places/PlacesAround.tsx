import type { FollowablePlace, ListedPlace } from '#contract/places.ts'
import { distanceInMetres, type Position, usePosition } from '#web/platform/geolocation.ts'
import { PlaceRow } from './PlaceRow.tsx'

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

type PlacesAroundProps = {
  places: readonly (ListedPlace | FollowablePlace)[]
  /** By default all. */
  limit?: number
  /** The names lead nowhere. */
  isPlain?: boolean
}

/** Rows of places, the nearest first. */
export function PlacesAround({ places, limit, isPlain }: PlacesAroundProps) {
  const shown = nearestFirst(places, usePosition()).slice(0, limit)
  return shown.map((place) => <PlaceRow key={place.id} place={place} among={shown} isPlain={isPlain} />)
}
