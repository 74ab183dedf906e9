import { useRef } from 'react'
import { PlacesCredit } from '#web/places/PlacesCredit.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useArrowKeys } from './arrow-keys.ts'
import { Explore } from './Explore.tsx'
import { SearchBox } from './SearchBox.tsx'
import { SearchResults } from './SearchResults.tsx'
import { useSearchQuery } from './search-query.ts'
import { searchText } from './search.text.ts'

export function SearchPage() {
  const search = useRef<HTMLElement>(null)
  useArrowKeys(search)
  const { typed, setTyped, query } = useSearchQuery()
  return (
    <>
      <title>{query ? `${query} · ${searchText.title}` : searchText.title}</title>
      <PageHeader title={searchText.title} />
      <search ref={search}>
        <SearchBox typed={typed} onTyped={setTyped} />
        {query ? <SearchResults query={query} /> : <Explore />}
        <PlacesCredit />
      </search>
    </>
  )
}
