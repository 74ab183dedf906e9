import { useSyncExternalStore } from 'react'
import { type CircleKm, circlesOfRadius, feedRadii, type FeedRadius } from '#contract/feed-radius.ts'
import { type Position, roundPosition, storedPosition, storedTown } from '#web/platform/geolocation.ts'
import { readStorage, removeFromStorage, subscribeToStorage, writeStorage } from '#web/platform/storage.ts'

/** A place that somebody looks at instead of their own surroundings. */
export type FeedPlace = Position & { name: string }

/** The centre of the feed: a chosen place, or else the person's own position, for which a town may stand. */
export type FeedArea = {
  place: FeedPlace | null
  town: string | null
  position: Position | null
  radius: FeedRadius
}

function readPlace(): FeedPlace | null {
  try {
    const { name, latitude, longitude } = JSON.parse(readStorage('feed-place') ?? 'null') as FeedPlace
    return typeof name === 'string' && Number.isFinite(latitude) && Number.isFinite(longitude)
      ? { name, latitude, longitude }
      : null
  } catch {
    return null
  }
}

const readRadius = () => feedRadii.find((radius) => radius === readStorage('feed-radius')) ?? 'auto'

let cached: { stored: string; area: FeedArea } = {
  stored: '',
  area: { place: null, town: null, position: null, radius: 'auto' },
}

/** Returns the same object until one of its parts changes. */
export function storedFeedArea(): FeedArea {
  const own = storedPosition()
  const town = storedTown()
  const parts = [readStorage('feed-place'), readStorage('feed-radius'), own?.latitude, own?.longitude, town]
  const stored = parts.join(' ')
  if (stored !== cached.stored) {
    const place = readPlace()
    cached = { stored, area: { place, town, position: place ?? own, radius: readRadius() } }
  }
  return cached.area
}

export const useFeedArea = () => useSyncExternalStore(subscribeToStorage, storedFeedArea)

/** `null` is the person's own position. */
export function storeFeedPlace(place: FeedPlace | null) {
  if (!place) return removeFromStorage('feed-place')
  const { name, latitude, longitude } = place
  writeStorage('feed-place', JSON.stringify({ name, latitude, longitude }))
}

export const storeFeedRadius = (radius: FeedRadius) =>
  radius === 'auto' ? removeFromStorage('feed-radius') : writeStorage('feed-radius', radius)

/** The circle with which the feed begins: without a position, everywhere. */
export function nearKmOf({ position, radius }: FeedArea): CircleKm {
  const [km = null] = position ? circlesOfRadius[radius] : []
  return km
}

/** The input of `getFeed`. The server applies the default radius, and without a position there is no other. */
export const feedInput = ({ position, radius }: FeedArea) => ({
  ...roundPosition(position, 2),
  ...(position && radius !== 'auto' && { radius }),
})
