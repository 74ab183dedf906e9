import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
} from '@tanstack/react-query'
import type { Input, Output } from '#contract/calls.ts'
import type { FollowablePlace } from '#contract/places.ts'
import type { Post } from '#contract/posts.ts'
import { call } from '#web/platform/api.ts'
import { changeData } from '#web/platform/change-data.ts'
import { type Position, roundPosition } from '#web/platform/geolocation.ts'
import { preloadedFirstPage, staleTimeAfterPreload } from '#web/platform/preloaded-data.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { expectedCount, createToggle, type ToggleState } from '#web/platform/toggle.ts'
import { holdsPosts } from '#web/posts/posts.api.ts'
import { peopleQuery } from '#web/users/users.api.ts'

/** The directory changes with the server's version, not while somebody looks. */
const longLived = 60 * 60_000
const pageSize = 30

/** Towns whose name begins so; the largest ones for an empty query. */
export const townsQuery = (query: string) =>
  queryOptions({
    queryKey: ['places', 'findTowns', query],
    queryFn: async ({ signal }) => (await call('findTowns', { q: query }, signal)).towns,
    placeholderData: keepPreviousData,
    staleTime: longLived,
  })

/** The places nearest to a position; the largest towns where it is unknown. */
export function nearbyPlacesQuery(position: Position | null) {
  const near = roundPosition(position, 3)
  return queryOptions({
    queryKey: ['places', 'getNearbyLocations', near],
    queryFn: ({ signal }) => call('getNearbyLocations', near, signal),
    staleTime: longLived,
  })
}

export type Place = Omit<Output<'getLocation'>['location'], 'posts'>
type PlacePage = { place: Place; posts: Post[]; next_cursor: string | null }

function pageOf({ location: { posts, ...place }, next_cursor }: Output<'getLocation'>): PlacePage {
  return { place, posts, next_cursor }
}

const placeKey = (placeId: number) => ['places', 'getLocation', placeId]

/** A place and, page by page, its posts. */
export const placeQuery = (placeId: number) =>
  infiniteQueryOptions({
    queryKey: placeKey(placeId),
    queryFn: async ({ pageParam, signal }) =>
      pageOf(await call('getLocation', { location_id: placeId, ...(pageParam && { cursor: pageParam }) }, signal)),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    meta: holdsPosts,
    ...preloadedFirstPage('getLocation', { location_id: placeId }, pageOf),
    // What was just posted here, or followed elsewhere, is seen by who comes back.
    staleTime: staleTimeAfterPreload,
  })

export const placeFollowersQuery = (placeId: number) =>
  peopleQuery(['places', 'getLocationFollowers', placeId], async (page, signal) => {
    const { followers, next_cursor } = await call('getLocationFollowers', { location_id: placeId, ...page }, signal)
    return { people: followers, next_cursor }
  })

/** The `meta` of every query that holds `locations`, in pages or alone: a follow is then seen in all of them. */
export const holdsPlaces = { holdsPlaces: true }

/** The places that somebody follows. */
export const followedPlacesQuery = (userId: number) =>
  infiniteQueryOptions({
    queryKey: ['places', 'getFollowedLocations', userId],
    queryFn: ({ pageParam, signal }) =>
      call(
        'getFollowedLocations',
        { user_id: userId, limit: pageSize, ...(pageParam && { cursor: pageParam }) },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    meta: holdsPlaces,
    staleTime: 0,
  })

type PlacesData = { locations: FollowablePlace[] } | InfiniteData<{ locations: FollowablePlace[] }>

const changePlaces = (change: (places: FollowablePlace[]) => FollowablePlace[]) =>
  changeData<PlacesData>({ predicate: ({ meta }) => meta?.holdsPlaces === true }, (data) =>
    'pages' in data
      ? { ...data, pages: data.pages.map((page) => ({ ...page, locations: change(page.locations) })) }
      : { ...data, locations: change(data.locations) },
  )

const patchPlace = (placeId: number, patch: Partial<Place>) =>
  changeData<InfiniteData<PlacePage>>({ queryKey: placeKey(placeId) }, (data) => ({
    ...data,
    pages: data.pages.map((page) => ({ ...page, place: { ...page.place, ...patch } })),
  }))

const toggleFollow = createToggle<number, ToggleState>({
  send: async (placeId, on) => {
    const { is_followed, followers_count } = await call(on ? 'followPlace' : 'unfollowPlace', { place_id: placeId })
    return { on: is_followed, count: followers_count }
  },
  expect: expectedCount,
  show: (placeId, { on, count }) => {
    patchPlace(placeId, { is_followed: on, followers_count: count })
    changePlaces((places) => places.map((place) => (place.id === placeId ? { ...place, is_followed: on } : place)))
  },
})

/** Gives what a press on a place's follow button does. */
export const toggleFollowPlace = (placeId: number, isFollowed: boolean) => () => {
  // In a list the count is not shown, and where it is shown, it is known.
  const known = queryClient.getQueryData<InfiniteData<PlacePage>>(placeKey(placeId))?.pages[0]?.place.followers_count
  return toggleFollow(placeId, { on: isFollowed, count: known ?? 0 })
}

export const useRequireLocationProperty = () =>
  useMutation({ mutationFn: (input: Input<'requireLocationProperty'>) => call('requireLocationProperty', input) })
