import { useSyncExternalStore } from 'react'
import { createEmitter } from '#web/ui/emitter.ts'

/** A text that is stored on the device until it is empty. */
export function useStoredText(key: StorageKey) {
  const text = useSyncExternalStore(subscribeToStorage, () => readStorage(key) ?? '')
  const set = (next: string) => (next === '' ? removeFromStorage(key) : writeStorage(key, next))
  return [text, set] as const
}

export type StorageKey =
  | 'user'
  | 'latitude'
  | 'longitude'
  | 'position-town'
  | 'feed-place'
  | 'feed-radius'
  | 'theme'
  | 'sign-out-pending'
  | 'dismissed-announcements'
  | `draft-post-${number}`
  | `draft-comment-${number}-${number}`
  | `draft-chat-${number}-${number}`
  | `draft-${'terms' | 'privacy'}-${number}`
  | `settings-${number}`
  | `push-${number}`
  | `recent-searches-${number}`
  | `known-places-${number}`
  | `onboarding-step-${number}`
  | `map-opened-${number}`

/** Keeps values until the page is closed, where the browser forbids local storage. */
const fallback = new Map<string, string>()

function attempt<Result>(act: (storage: Storage) => Result, otherwise: () => Result) {
  try {
    return act(window.localStorage)
  } catch {
    return otherwise()
  }
}

/** Other tabs report changes by `storage`. A page from the back-forward cache may have missed some. */
const events = ['storage', 'pageshow'] as const
const changes = createEmitter(() => {
  for (const event of events) window.addEventListener(event, changes.emit)
  return () => {
    for (const event of events) window.removeEventListener(event, changes.emit)
  }
})

export const readStorage = (key: StorageKey) =>
  attempt(
    (storage) => storage.getItem(key),
    () => null,
  ) ??
  fallback.get(key) ??
  null

/**
 * Whether somebody has signed out without a network: the device is cleared, but the session goes on, and so does its
 * cookie, which no script can delete. Nobody is signed in by it.
 */
export const isSignOutPending = () => readStorage('sign-out-pending') !== null

export function writeStorage(key: StorageKey, value: string) {
  attempt(
    (storage) => {
      storage.setItem(key, value)
      fallback.delete(key)
    },
    () => void fallback.set(key, value),
  )
  changes.emit()
}

export function removeFromStorage(key: StorageKey) {
  fallback.delete(key)
  attempt(
    (storage) => storage.removeItem(key),
    () => undefined,
  )
  changes.emit()
}

/** The IndexedDB databases of what the server has not confirmed: messages, posts and stories. */
const outboxNames = ['outbox', 'publications'] as const
export type OutboxName = (typeof outboxNames)[number]

/** Deletes everything that this site stores on the device, but the theme, which belongs to no account. */
export function clearStorage() {
  const theme = readStorage('theme')
  fallback.clear()
  if ('indexedDB' in window) for (const name of outboxNames) indexedDB.deleteDatabase(name)
  attempt(
    (storage) => storage.clear(),
    () => undefined,
  )
  if (theme !== null) writeStorage('theme', theme)
  changes.emit()
}

/** Calls the listener after every change, also one made in another tab. Returns a function that removes it. */
export const subscribeToStorage = changes.subscribe
