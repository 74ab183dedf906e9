import { useRef } from 'react'
import { PlacesCredit } from '#web/places/PlacesCredit.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useArrows } from './arrows.ts'
import { Explore } from './Explore.tsx'
import { SearchBox } from './SearchBox.tsx'
import { SearchResults } from './SearchResults.tsx'
import { useSearchWords } from './search-words.ts'
import { searchText } from './search.text.ts'

export function SearchPage() {
  const search = useRef<HTMLElement>(null)
  useArrows(search)
  const { typed, setTyped, words } = useSearchWords()
  return (
    <>
      <title>{words ? `${words} · ${searchText.title}` : searchText.title}</title>
      <PageHeader title={searchText.title} />
      <search ref={search}>
        <SearchBox typed={typed} onTyped={setTyped} />
        {words ? <SearchResults words={words} /> : <Explore />}
        <PlacesCredit />
      </search>
    </>
  )
}
