import { useQuery } from '@tanstack/react-query'
import { History, X } from 'lucide-react'
import { Link } from 'react-router'
import { errorMessage } from '#web/platform/api-errors.ts'
import { currentUser } from '#web/platform/current-user.ts'
import { usePosition } from '#web/platform/geolocation.ts'
import { type StorageKey, useStoredText } from '#web/platform/storage.ts'
import { Button } from '#web/ui/Button.tsx'
import drawing from '#web/ui/drawings/pinned-piazza.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { ResultList } from './Results.tsx'
import { searchOf } from './search-query.ts'
import { searchSuggestionsQuery } from './search.api.ts'
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

/** Suggestions, shown while the field is empty. */
export function Explore() {
  const suggestions = useQuery(searchSuggestionsQuery(usePosition()))
  if (suggestions.isError && !suggestions.data)
    return <LoadFailure text={errorMessage(suggestions.error)} onRetry={() => void suggestions.refetch()} />
  return (
    <section aria-labelledby="explore">
      <h2 id="explore" className={styles.title}>
        {searchText.explore}
      </h2>
      {suggestions.data?.order.length === 0 ? (
        <EmptyState drawing={drawing} title={searchText.noSuggestions} text={searchText.noSuggestionsText} />
      ) : (
        <ResultList label={searchText.explore} results={suggestions.data} query="" />
      )}
    </section>
  )
}
