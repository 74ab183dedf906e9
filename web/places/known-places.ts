import type { ListedPlace } from '#contract/places.ts'
import { currentUser } from '#web/platform/current-user.ts'
import { type StorageKey, useStoredText } from '#web/platform/storage.ts'

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
