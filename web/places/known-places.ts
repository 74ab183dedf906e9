import { useQuery } from '@tanstack/react-query'
import type { ListedPlace } from '#contract/places.ts'
import { currentUser } from '#web/platform/current-user.ts'
import { usePosition } from '#web/platform/geolocation.ts'
import { type StorageKey, useStoredText } from '#web/platform/storage.ts'
import { nearbyPlacesQuery } from './places.api.ts'

/** Places that can be chosen without a network. */
type KnownPlaces = {
  /** The ones where this account published last, newest first. */
  recent: ListedPlace[]
  /** The nearest ones when they were listed last. */
  nearest: ListedPlace[]
}

const maxRecent = 5
const nothing: KnownPlaces = { recent: [], nearest: [] }

/** Of this account only; signing out deletes all that is stored. */
const knownKey = (): StorageKey => `known-places-${currentUser()?.id ?? 0}`

function parse(text: string): KnownPlaces {
  try {
    return text === '' ? nothing : { ...nothing, ...(JSON.parse(text) as Partial<KnownPlaces>) }
  } catch {
    return nothing
  }
}

/** The last and the nearest places, on this device only. */
export function useKnownPlaces() {
  const [text, store] = useStoredText(knownKey())
  const known = parse(text)
  const keep = (change: Partial<KnownPlaces>) => {
    const next = JSON.stringify({ ...known, ...change })
    if (next !== text) store(next)
  }
  return {
    ...known,
    rememberPicked: (place: ListedPlace) =>
      keep({ recent: [place, ...known.recent.filter(({ id }) => id !== place.id)].slice(0, maxRecent) }),
    rememberNearest: (nearest: ListedPlace[]) => keep({ nearest }),
  }
}

const suggestedNearest = 3
const suggestedRecent = 2

/**
 * The nearest places and those used last, to be chosen with one press; undefined while the nearest ones load. A town is
 * not where somebody is.
 */
export function useSuggestedPlaces(): ListedPlace[] | undefined {
  const position = usePosition()
  const { recent, nearest: lastNearest } = useKnownPlaces()
  const { data, isError, isLoading } = useQuery({ ...nearbyPlacesQuery(position, 3), enabled: position !== null })
  if (isLoading) return undefined
  const nearest = (data ?? (isError ? lastNearest : []))
    .filter(({ kind }) => kind !== 'town')
    .slice(0, suggestedNearest)
  const others = recent.filter(({ id }) => nearest.every((place) => place.id !== id)).slice(0, suggestedRecent)
  return [...nearest, ...others]
}
