import { useSyncExternalStore } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import { readStorage, removeFromStorage, subscribeToStorage, writeStorage } from './storage.ts'

/** A copy for the first paint; who somebody really is, the session knows. */
let kept: { text: string | null; user: CurrentUser | null } = { text: null, user: null }

function parsed(text: string): CurrentUser | null {
  try {
    const user: Partial<CurrentUser> | null = JSON.parse(text)
    return typeof user?.id === 'number' && typeof user.username === 'string' ? (user as CurrentUser) : null
  } catch {
    return null
  }
}

export function currentUser() {
  const text = readStorage('user')
  // The same text gives the same object, as React demands of a snapshot.
  if (text !== kept.text) kept = { text, user: text === null ? null : parsed(text) }
  return kept.user
}

export const storeUser = (user: CurrentUser) => writeStorage('user', JSON.stringify(user))

export function clearUser() {
  if (readStorage('user') !== null) removeFromStorage('user')
}

/** The signed-in person, or null. */
export const useCurrentUser = () => useSyncExternalStore(subscribeToStorage, currentUser)
