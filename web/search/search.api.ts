import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/api.ts'
import { type Position, roundPosition } from '#web/platform/geolocation.ts'

/** docs/product.md */
const suggestionsLimit = 5

/** People and places for these words; what was found for the words before stays until it comes. */
export function searchQuery(words: string, position: Position | null) {
  const near = roundPosition(position, 2)
  return queryOptions({
    queryKey: ['search', 'search', words, near],
    queryFn: async ({ signal }) => (await call('search', { q: words, ...near }, signal)).results,
    // That nothing was found for others says nothing about these.
    placeholderData: (before) => (before?.length ? before : undefined),
  })
}

/** Whom and what to begin with. */
export function searchSuggestionsQuery(position: Position | null) {
  const near = roundPosition(position, 2)
  return queryOptions({
    queryKey: ['search', 'getSearchSuggestions', near],
    queryFn: async ({ signal }) =>
      (await call('getSearchSuggestions', { ...near, limit: suggestionsLimit }, signal)).suggestions,
  })
}
