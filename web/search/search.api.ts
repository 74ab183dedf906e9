import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/api.ts'
import { cursorQuery } from '#web/platform/cursor-query.ts'
import { type Position, roundPosition } from '#web/platform/geolocation.ts'
import { holdsPosts } from '#web/posts/posts.api.ts'

/** docs/product.md */
const suggestionsLimit = 5

/** People and places for a query. The results of the previous query stay until the new ones arrive. */
export function searchQuery(query: string, position: Position | null) {
  const roundedPosition = roundPosition(position, 2)
  return queryOptions({
    queryKey: ['search', 'search', query, roundedPosition],
    queryFn: async ({ signal }) => (await call('search', { q: query, ...roundedPosition }, signal)).results,
    // An empty result is not kept: the new query may find something.
    placeholderData: (previous) => (previous?.length ? previous : undefined),
  })
}

/** People and places nearby, suggested while the search field is empty. */
export function searchSuggestionsQuery(position: Position | null) {
  const roundedPosition = roundPosition(position, 2)
  return queryOptions({
    queryKey: ['search', 'getSearchSuggestions', roundedPosition],
    queryFn: async ({ signal }) =>
      (await call('getSearchSuggestions', { ...roundedPosition, limit: suggestionsLimit }, signal)).suggestions,
  })
}

/** Posts with all of the words, newest first. */
export const searchedPostsQuery = (words: string) =>
  cursorQuery(['search', 'searchPosts', words], 'searchPosts', { q: words }, { meta: holdsPosts })

/** Hashtags that begin with a query. */
export const searchedHashtagsQuery = (query: string) =>
  queryOptions({
    queryKey: ['search', 'searchHashtags', query],
    queryFn: async ({ signal }) => (await call('searchHashtags', { q: query }, signal)).hashtags,
    placeholderData: (previous) => (previous?.length ? previous : undefined),
  })
