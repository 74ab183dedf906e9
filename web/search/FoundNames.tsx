import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '#web/platform/api-errors.ts'
import { usePosition } from '#web/platform/geolocation.ts'
import { PlacesCredit } from '#web/places/PlacesCredit.tsx'
import drawing from '#web/ui/drawings/lantern-in-the-alley.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { ResultList } from './ResultList.tsx'
import { type Found, searchQuery } from './search.api.ts'
import { searchText } from './search.text.ts'

type NamesKind = 'everything' | 'people' | 'places'
type FoundNamesProps = {
  query: string
  kind: NamesKind
  /** Something else has been found, or may be. */
  isEmptyHidden?: boolean
}

const isOfKind: Record<NamesKind, (row: Found['order'][number]) => boolean> = {
  everything: () => true,
  people: ({ type }) => type === 'user',
  places: ({ type }) => type === 'location',
}
const emptyTitles = { everything: searchText.noResults, people: searchText.noPeople, places: searchText.noPlaces }

/** The people and places that a query names. */
export function FoundNames({ query, kind, isEmptyHidden }: FoundNamesProps) {
  const search = useQuery(searchQuery(query, usePosition()))
  const results = search.data && { ...search.data, order: search.data.order.filter(isOfKind[kind]) }
  const isEmpty = results?.order.length === 0
  return (
    <>
      <p className="visually-hidden" aria-live="polite">
        {results && !search.isPlaceholderData && searchText.resultCount(results.order.length)}
      </p>
      {search.isError && <LoadFailure text={errorMessage(search.error)} onRetry={() => void search.refetch()} />}
      {isEmpty && !isEmptyHidden && (
        <EmptyState drawing={drawing} title={emptyTitles[kind](query)} text={searchText.noResultsText} />
      )}
      {!search.isError && !isEmpty && (
        <>
          <ResultList label={searchText.results} results={results} query={query} fading={search.isPlaceholderData} />
          {kind !== 'people' && <PlacesCredit />}
        </>
      )}
    </>
  )
}
