import { queryOptions } from '@tanstack/react-query'
import { hasEnoughLetters } from '#contract/limits.ts'
import type { ListedUser } from '#contract/listed-user.ts'
import type { FollowablePlace } from '#contract/places.ts'
import type { SearchResult } from '#contract/search.ts'
import { call } from '#web/platform/api.ts'
import { cursorQuery } from '#web/platform/cursor-query.ts'
import { type Position, roundPosition } from '#web/platform/geolocation.ts'
import { holdsPlaces } from '#web/places/places.api.ts'
import { holdsPosts } from '#web/posts/posts.api.ts'
import { holdsPeople } from '#web/users/users.api.ts'

/** docs/product.md */
const suggestionsLimit = 5

type FoundPerson = ListedUser & { bio: string }
type FoundPlace = FollowablePlace & { kind: string }
/** In two lists, so that following reaches them as it reaches all lists. `order`: how they stand among each other. */
export type Found = { people: FoundPerson[]; locations: FoundPlace[]; order: Pick<SearchResult, 'type' | 'id'>[] }

const toPerson = ({ id, username, display_name, profile_pic, bio, ...rest }: SearchResult): FoundPerson[] =>
  username === null || bio === null || rest.profile_visibility === null
    ? []
    : [
        {
          id,
          username,
          display_name,
          profile_pic,
          bio,
          is_followed: rest.is_followed,
          follow_status: rest.follow_status,
          profile_visibility: rest.profile_visibility,
        },
      ]

const toPlace = ({
  id,
  location_name,
  location_town,
  location_province,
  image,
  latitude,
  longitude,
  kind,
  ...rest
}: SearchResult) =>
  location_name === null || latitude === null || longitude === null || kind === null
    ? []
    : [
        {
          id,
          latitude,
          longitude,
          image,
          kind,
          name: location_name,
          town: location_town,
          province: location_province,
          distance: null,
          is_followed: rest.is_followed,
        },
      ]

const toFound = (results: SearchResult[]): Found => ({
  people: results.flatMap(toPerson),
  locations: results.flatMap(toPlace),
  order: results.map(({ type, id }) => ({ type, id })),
})

const holdsFound = { ...holdsPeople, ...holdsPlaces }

/** People and places for a query. The results of the previous query stay until the new ones arrive. */
export function searchQuery(query: string, position: Position | null) {
  const roundedPosition = roundPosition(position, 2)
  return queryOptions({
    queryKey: ['search', 'search', query, roundedPosition],
    queryFn: async ({ signal }) => toFound((await call('search', { q: query, ...roundedPosition }, signal)).results),
    meta: holdsFound,
    // An empty result is not kept: the new query may find something.
    placeholderData: (previous) => (previous?.order.length ? previous : undefined),
  })
}

/** People and places nearby, suggested while the search field is empty. */
export function searchSuggestionsQuery(position: Position | null) {
  const roundedPosition = roundPosition(position, 2)
  return queryOptions({
    queryKey: ['search', 'getSearchSuggestions', roundedPosition],
    queryFn: async ({ signal }) =>
      toFound(
        (await call('getSearchSuggestions', { ...roundedPosition, limit: suggestionsLimit }, signal)).suggestions,
      ),
    meta: holdsFound,
  })
}

/** Posts with all of the words, newest first. */
export const searchedPostsQuery = (words: string) =>
  cursorQuery(['search', 'searchPosts', words], 'searchPosts', { q: words }, { meta: holdsPosts })

/** Coming events with all of the words. */
export const searchedEventsQuery = (words: string) =>
  queryOptions({
    queryKey: ['search', 'searchEvents', words],
    queryFn: async ({ signal }) => (await call('searchEvents', { q: words }, signal)).events,
    enabled: hasEnoughLetters(words),
  })

/** Hashtags that begin with a query. */
export const searchedHashtagsQuery = (query: string) =>
  queryOptions({
    queryKey: ['search', 'searchHashtags', query],
    queryFn: async ({ signal }) => (await call('searchHashtags', { q: query }, signal)).hashtags,
    placeholderData: (previous) => (previous?.length ? previous : undefined),
  })
