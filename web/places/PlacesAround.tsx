import type { FollowablePlace, ListedPlace } from '#contract/places.ts'
import { usePosition } from '#web/platform/geolocation.ts'
import { nearestFirst } from './nearest-first.ts'
import { PlaceRow } from './PlaceRow.tsx'

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
