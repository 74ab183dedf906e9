import { useSyncExternalStore } from 'react'
import { readStorage, removeFromStorage, type StorageKey, subscribeToStorage, writeStorage } from './storage.ts'

/** A text that is stored on the device until it is empty. */
export function useStoredText(key: StorageKey) {
  const text = useSyncExternalStore(subscribeToStorage, () => readStorage(key) ?? '')
  const set = (next: string) => (next === '' ? removeFromStorage(key) : writeStorage(key, next))
  return [text, set] as const
}
