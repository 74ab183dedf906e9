import { History, X } from 'lucide-react'
import { Link } from 'react-router'
import { currentUser } from '#web/platform/current-user.ts'
import { type StorageKey, useStoredText } from '#web/platform/storage.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { searchOf } from './search-query.ts'
import { searchText } from './search.text.ts'
import styles from './SearchPage.module.css'

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

/** The recent searches of this device; each leads to its results again. */
export function RecentSearches({ onEmptied }: { onEmptied: () => void }) {
  const { recent, forget, forgetAll } = useRecentSearches()
  if (recent.length === 0) return null
  const forgetOne = (query: string, row: HTMLElement | null) => {
    // The pressed button goes: the focus stays among its neighbours.
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
    forget(query)
    if (neighbour) neighbour.querySelector('a')?.focus()
    else onEmptied()
  }
  return (
    <section aria-labelledby="recent">
      <Row between gap={3} className={styles.head}>
        <h2 id="recent" className={styles.recentSearchesTitle}>
          {searchText.recent}
        </h2>
        <Button
          size="small"
          variant="quiet"
          onClick={() => {
            forgetAll()
            onEmptied()
          }}
        >
          {searchText.forgetAll}
        </Button>
      </Row>
      <Stack as="ul" padding="0 2 3" aria-labelledby="recent">
        {recent.map((query) => (
          <Row as="li" key={query} className={styles.row}>
            <Link className={styles.query} to={{ search: searchOf(query, null) }}>
              <History className={styles.icon} size={20} aria-hidden />
              <span dir="auto" className={styles.words}>
                {query}
              </span>
            </Link>
            <IconButton
              label={searchText.forget(query)}
              onClick={(event) => forgetOne(query, event.currentTarget.closest('li'))}
            >
              <X size={18} aria-hidden />
            </IconButton>
          </Row>
        ))}
      </Stack>
    </section>
  )
}
