import { useSyncExternalStore } from 'react'
import { read, remove, type StorageKey, subscribe, write } from './storage.ts'

/** A text that is kept on the device until it is empty again. */
export function useStoredText(key: StorageKey) {
  const text = useSyncExternalStore(subscribe, () => read(key) ?? '')
  const set = (next: string) => (next === '' ? remove(key) : write(key, next))
  return [text, set] as const
}
