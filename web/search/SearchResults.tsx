import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '#web/platform/api-errors.ts'
import { usePosition } from '#web/platform/geolocation.ts'
import drawing from '#web/ui/drawings/lantern-in-the-alley.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { ResultList } from './ResultList.tsx'
import { searchQuery } from './search.api.ts'
import { searchText } from './search.text.ts'

export function SearchResults({ query }: { query: string }) {
  const search = useQuery(searchQuery(query, usePosition()))
  const results = search.data
  return (
    <>
      <p className="visually-hidden" aria-live="polite">
        {results && !search.isPlaceholderData && searchText.resultCount(results.length)}
      </p>
      {search.isError && <LoadFailure text={errorMessage(search.error)} onRetry={() => void search.refetch()} />}
      {results?.length === 0 && (
        <EmptyState drawing={drawing} title={searchText.noResults(query)} text={searchText.noResultsText} />
      )}
      {!search.isError && results?.length !== 0 && (
        <ResultList label={searchText.results} results={results} query={query} fading={search.isPlaceholderData} />
      )}
    </>
  )
}
