import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '#web/platform/api-errors.ts'
import { usePosition } from '#web/platform/geolocation.ts'
import drawing from '#web/ui/drawings/pinned-piazza.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import styles from './Explore.module.css'
import { ResultList } from './ResultList.tsx'
import { searchSuggestionsQuery } from './search.api.ts'
import { searchText } from './search.text.ts'

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
