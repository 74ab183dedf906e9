import { History, X } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useRecentSearches } from './recent-searches.ts'
import styles from './RecentSearches.module.css'
import { searchOf } from './search-query.ts'
import { searchText } from './search.text.ts'

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
      <div className={styles.head}>
        <h2 id="recent" className={styles.title}>
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
      </div>
      <ul className={styles.list} aria-labelledby="recent">
        {recent.map((query) => (
          <li key={query} className={styles.row}>
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
          </li>
        ))}
      </ul>
    </section>
  )
}
