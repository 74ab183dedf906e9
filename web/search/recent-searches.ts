import { currentUser } from '#web/platform/current-user.ts'
import { type StorageKey, useStoredText } from '#web/platform/storage.ts'

const maxRecent = 8

/** Of this account only; signing out deletes all that is stored. */
const recentKey = (): StorageKey => `recent-searches-${currentUser()?.id ?? 0}`

function parse(text: string): string[] {
  try {
    const stored: unknown = JSON.parse(text || '[]')
    return Array.isArray(stored) ? stored.filter((query) => typeof query === 'string') : []
  } catch {
    return []
  }
}

const isSame = (one: string, other: string) => one.localeCompare(other, 'it', { sensitivity: 'base' }) === 0

/** The recent searches of this device, newest first. They never leave the device. */
export function useRecentSearches() {
  const [text, store] = useStoredText(recentKey())
  const recent = parse(text)
  const keep = (queries: string[]) => store(queries.length > 0 ? JSON.stringify(queries) : '')
  const others = (query: string) => recent.filter((one) => !isSame(one, query))
  return {
    recent,
    remember: (query: string) => query && keep([query, ...others(query)].slice(0, maxRecent)),
    forget: (query: string) => keep(others(query)),
    forgetAll: () => keep([]),
  }
}
