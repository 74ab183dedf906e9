import { useSyncExternalStore } from 'react'
import type { MapPlace } from '#contract/map.ts'
import { currentUser } from '#web/platform/current-user.ts'
import { readStorage, subscribeToStorage, writeStorage } from '#web/platform/storage.ts'

/** A place as the map shows it to its viewer. */
export type ShownPlace = MapPlace & { hasNews: boolean }

/** Place id and when it was opened from the map, oldest first. */
type Opened = [placeId: number, at: string][]

const maxOpened = 300
/** A place that was never opened has something new for this long. */
const newForMs = 24 * 60 * 60_000

const keyOf = () => `map-opened-${currentUser()?.id ?? 0}` as const

function parse(text: string | null): ReadonlyMap<number, string> {
  try {
    return new Map(JSON.parse(text ?? '[]') as Opened)
  } catch {
    return new Map()
  }
}

let cached: { text: string | null; opened: ReadonlyMap<number, string> } = { text: null, opened: new Map() }

function readOpened() {
  const text = readStorage(keyOf())
  if (text !== cached.text) cached = { text, opened: parse(text) }
  return cached.opened
}

/**
 * The times at which places were opened from the map. Only the device stores them: the server does not store where
 * somebody looks.
 */
export const useOpenedPlaces = () => useSyncExternalStore(subscribeToStorage, readOpened)

export function rememberOpenedPlace(placeId: number): void {
  const others = [...readOpened()].filter(([id]) => id !== placeId)
  const opened: Opened = [...others, [placeId, new Date().toISOString()]]
  writeStorage(keyOf(), JSON.stringify(opened.slice(-maxOpened)))
}

/** Whether a place has a post that is newer than the last visit from the map, or of the last day without one. */
export function hasNews(place: { id: number; newest_at: string }, opened: ReadonlyMap<number, string>): boolean {
  const since = opened.get(place.id) ?? new Date(Date.now() - newForMs).toISOString()
  return place.newest_at > since
}
