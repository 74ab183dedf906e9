export type StorageKey =
  | 'user'
  | 'latitude'
  | 'longitude'
  | `draft-post-${number}`
  | `draft-comment-${number}-${number}`
  | `draft-chat-${number}-${number}`
  | `settings-${number}`

/** Stands in where the browser forbids local storage: until the page is closed. */
const fallback = new Map<string, string>()
const listeners = new Set<() => void>()

function attempt<Result>(act: (storage: Storage) => Result, otherwise: () => Result) {
  try {
    return act(window.localStorage)
  } catch {
    return otherwise()
  }
}

const notify = () => {
  for (const listener of listeners) listener()
}

export const readStorage = (key: StorageKey) =>
  attempt(
    (storage) => storage.getItem(key),
    () => null,
  ) ??
  fallback.get(key) ??
  null

export function writeStorage(key: StorageKey, value: string) {
  attempt(
    (storage) => {
      storage.setItem(key, value)
      fallback.delete(key)
    },
    () => void fallback.set(key, value),
  )
  notify()
}

export function removeFromStorage(key: StorageKey) {
  fallback.delete(key)
  attempt(
    (storage) => storage.removeItem(key),
    () => undefined,
  )
  notify()
}

/** The database of what was written and is not sent yet. */
export const outboxDatabase = 'outbox'

/** Everything this site keeps on the device. */
export function clearStorage() {
  fallback.clear()
  // What was not sent is nobody's once its writer has left.
  if ('indexedDB' in window) indexedDB.deleteDatabase(outboxDatabase)
  attempt(
    (storage) => storage.clear(),
    () => undefined,
  )
  notify()
}

/** What another tab does is told; a page that comes back as it was left has heard nothing meanwhile. */
const events = ['storage', 'pageshow'] as const

/** Tells of every change, also one made in another tab. */
export function subscribeToStorage(listener: () => void) {
  if (listeners.size === 0) for (const event of events) window.addEventListener(event, notify)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) for (const event of events) window.removeEventListener(event, notify)
  }
}
