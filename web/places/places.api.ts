import { type InfiniteData, keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { Input, Output } from '#contract/calls.ts'
import type { AddedPlaceKind, FollowablePlace } from '#contract/places.ts'
import type { Post } from '#contract/posts.ts'
import { call } from '#web/platform/api.ts'
import { changeData } from '#web/platform/change-data.ts'
import { postsPageSize } from '#contract/limits.ts'
import { cursorQuery } from '#web/platform/cursor-query.ts'
import { type Position, roundPosition } from '#web/platform/geolocation.ts'
import { staleTimeAfterPreload } from '#web/platform/preloaded-data.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { expectedCount, createToggle, type ToggleState } from '#web/platform/toggle.ts'
import { holdsPosts } from '#web/posts/posts.api.ts'
import { showToast } from '#web/ui/toast.ts'
import { peopleListOptions, peoplePageSize } from '#web/users/users.api.ts'

/** The directory of places changes only with the server's version. */
const directoryStaleMs = 60 * 60_000
const pageSize = 30

/** Towns whose name starts with the query; the largest ones for an empty query. */
export const townsQuery = (query: string) =>
  queryOptions({
    queryKey: ['places', 'findTowns', query],
    queryFn: async ({ signal }) => (await call('findTowns', { q: query }, signal)).towns,
    placeholderData: keepPreviousData,
    staleTime: directoryStaleMs,
  })

/**
 * The places nearest to a position; the largest towns where it is unknown. @param decimals of the position: three only
 * where somebody chooses a place.
 */
export function nearbyPlacesQuery(position: Position | null, decimals: 2 | 3) {
  const near = roundPosition(position, decimals)
  return queryOptions({
    queryKey: ['places', 'getNearbyLocations', near],
    queryFn: ({ signal }) => call('getNearbyLocations', near, signal),
    staleTime: directoryStaleMs,
  })
}

/** Places of the whole directory that match a query, forgiving typos, the near ones first. */
export function foundPlacesQuery(query: string, position: Position | null) {
  const near = roundPosition(position, 3)
  return queryOptions({
    queryKey: ['places', 'searchPlaces', query, near],
    queryFn: async ({ signal }) => (await call('searchPlaces', { q: query, ...near }, signal)).places,
    placeholderData: keepPreviousData,
    staleTime: directoryStaleMs,
  })
}

type PlaceToAdd = { name: string; kind: AddedPlaceKind; point: Position; isNew: boolean }

/** The data that is sent about a place: its point to about ten metres, which the form shows first. */
export const placeToAdd = ({ name, kind, point, isNew }: PlaceToAdd): Input<'addPlace'> => ({
  name,
  kind,
  latitude: Number(point.latitude.toFixed(4)),
  longitude: Number(point.longitude.toFixed(4)),
  is_new: isNew ? 1 : 0,
})

export const useAddPlace = () =>
  useMutation({
    mutationFn: (input: Input<'addPlace'>) => call('addPlace', input),
    onSuccess: ({ place }) => place && queryClient.invalidateQueries({ queryKey: ['places'] }),
  })

export type Place = Omit<Output<'getLocation'>['location'], 'posts'>
type PlacePage = { place: Place; posts: Post[]; next_cursor: string | null }

function toPlacePage({ location: { posts, ...place }, next_cursor }: Output<'getLocation'>): PlacePage {
  return { place, posts, next_cursor }
}

const placeKey = (placeId: number) => ['places', 'getLocation', placeId]

/** A place with the pages of its posts. Refetched on return, because posts and follows may have changed elsewhere. */
export const placeQuery = (placeId: number) =>
  cursorQuery(
    placeKey(placeId),
    'getLocation',
    { location_id: placeId, limit: postsPageSize },
    { toPage: toPlacePage, isPreloaded: true, meta: holdsPosts, staleTime: staleTimeAfterPreload },
  )

export const placeFollowersQuery = (placeId: number) =>
  cursorQuery(
    ['places', 'getLocationFollowers', placeId],
    'getLocationFollowers',
    { location_id: placeId, limit: peoplePageSize },
    { ...peopleListOptions, toPage: ({ followers, next_cursor }) => ({ people: followers, next_cursor }) },
  )

/** The `meta` of every query that holds `locations`, in pages or alone: a follow reaches all of them. */
export const holdsPlaces = { holdsPlaces: true }

/** The places that a user follows. */
export const followedPlacesQuery = (userId: number) =>
  cursorQuery(
    ['places', 'getFollowedLocations', userId],
    'getFollowedLocations',
    { user_id: userId, limit: pageSize },
    { meta: holdsPlaces, staleTime: 0 },
  )

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
  // The list may be open already: it was requested while the follow was in flight.
  onSettled: (placeId) => void queryClient.invalidateQueries({ queryKey: placeFollowersQuery(placeId).queryKey }),
})

/** Returns the click handler of a place's follow button. */
export const toggleFollowPlace = (placeId: number, isFollowed: boolean) => () => {
  // Lists do not show the count; the page that shows it has it in the cache.
  const cachedCount = queryClient.getQueryData<InfiniteData<PlacePage>>(placeKey(placeId))?.pages[0]?.place
    .followers_count
  return toggleFollow(placeId, { on: isFollowed, count: cachedCount ?? 0 })
}

/** Makes a place part of another one, for everybody. */
export async function mergePlaces(placeId: number, intoId: number) {
  const { message } = await call('mergePlaces', { place_id: placeId, into_id: intoId })
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'feed' })
  showToast(message)
}

export const useRequireLocationProperty = () =>
  useMutation({ mutationFn: (input: Input<'requireLocationProperty'>) => call('requireLocationProperty', input) })
