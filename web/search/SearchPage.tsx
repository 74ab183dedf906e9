import { type MouseEvent, useRef } from 'react'
import { pagePaths } from '#contract/page-paths.ts'
import { ExploreChoice } from '#web/map/ExploreChoice.tsx'
import { PlacesCredit } from '#web/places/PlacesCredit.tsx'
import { ChoiceChips } from '#web/ui/ChoiceChips.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useArrowKeys } from './arrow-keys.ts'
import { Explore } from './Explore.tsx'
import { useRecentSearches } from './recent-searches.ts'
import { RecentSearches } from './RecentSearches.tsx'
import { SearchBox } from './SearchBox.tsx'
import { SearchResults } from './SearchResults.tsx'
import { searchedKinds, useSearch } from './search-query.ts'
import styles from './SearchPage.module.css'
import { searchText } from './search.text.ts'

const kindOptions = searchedKinds.map((value) => ({ value, label: searchText[value] }))

export function SearchPage() {
  const search = useRef<HTMLElement>(null)
  useArrowKeys(search)
  const { typed, setTyped, query, kind, setKind } = useSearch()
  const { remember } = useRecentSearches()
  const rememberOpened = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) remember(query)
  }
  const focusBox = () => search.current?.querySelector('input')?.focus()
  return (
    <>
      <title>{query ? `${query} · ${searchText.title}` : searchText.title}</title>
      <PageHeader title={searchText.title} />
      <ExploreChoice current={pagePaths.search} />
      <search ref={search}>
        <SearchBox typed={typed} onTyped={setTyped} onSubmit={() => remember(typed.trim())}>
          {query && (
            <div className={styles.kinds}>
              <ChoiceChips label={searchText.kinds} options={kindOptions} value={kind} onChange={setKind} />
            </div>
          )}
        </SearchBox>
        {query ? (
          // A search is stored when it led to a result.
          <div onClickCapture={rememberOpened}>
            <SearchResults query={query} kind={kind} />
          </div>
        ) : (
          <>
            <RecentSearches onEmptied={focusBox} />
            <Explore />
            <PlacesCredit />
          </>
        )}
      </search>
    </>
  )
}
