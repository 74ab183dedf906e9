import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/api.ts'
import { type Position, roundPosition } from '#web/platform/geolocation.ts'
import { preloadedFirstPage } from '#web/platform/preloaded-data.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { invalidateStories } from '#web/stories/rings.api.ts'
import { takesNewPosts } from '#web/posts/posts.api.ts'

export function feedQuery(position: Position | null) {
  const where = roundPosition(position, 2)
  return infiniteQueryOptions({
    queryKey: ['feed', where],
    queryFn: ({ pageParam, signal }) => call('getFeed', { ...where, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    meta: takesNewPosts,
    ...preloadedFirstPage('getFeed', where, (page) => page),
    // What somebody is reading does not move by itself: see `FeedPage`.
    staleTime: Infinity,
    refetchOnReconnect: false,
  })
}

/** Begins the feed anew, with its first page; what is shown stays until that has come. */
export async function refreshFeed(position: Position | null) {
  await queryClient.fetchInfiniteQuery({ ...feedQuery(position), pages: 1, staleTime: 0 })
  void invalidateStories()
  queryClient.setQueryData(newestPostQuery(position).queryKey, null)
}

/** Looks now and then whether the feed has gone on. */
export function newestPostQuery(position: Position | null) {
  const where = roundPosition(position, 2)
  return queryOptions({
    queryKey: ['feed', 'newest', where],
    queryFn: async ({ signal }) => (await call('getFeed', { ...where, limit: 1 }, signal)).posts[0] ?? null,
    initialData: null,
    // The feed itself has just been asked.
    staleTime: 60_000,
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
    retry: false,
  })
}
