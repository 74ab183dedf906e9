import { useSyncExternalStore } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import { readStorage, removeFromStorage, subscribeToStorage, writeStorage } from './storage.ts'

/** A stored copy of the user, for the first paint. The session determines the user. */
let cached: { text: string | null; user: CurrentUser | null } = { text: null, user: null }

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
  // The same text returns the same object, as React requires of a snapshot.
  if (text !== cached.text) cached = { text, user: text === null ? null : parsed(text) }
  return cached.user
}

export const storeUser = (user: CurrentUser) => writeStorage('user', JSON.stringify(user))

export function clearUser() {
  if (readStorage('user') !== null) removeFromStorage('user')
}

/** The signed-in user, or null. */
export const useCurrentUser = () => useSyncExternalStore(subscribeToStorage, currentUser)
