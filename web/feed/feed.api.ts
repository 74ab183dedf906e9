import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/api.ts'
import { cursorQuery } from '#web/platform/cursor-query.ts'
import { type Position, roundPosition } from '#web/platform/geolocation.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { takesNewPosts } from '#web/posts/posts.api.ts'
import { invalidateStories } from '#web/stories/rings.api.ts'

/** The feed never refreshes under a reader's eyes: only `refreshFeed` fetches it again. */
export function feedQuery(position: Position | null) {
  const roundedPosition = roundPosition(position, 2)
  return cursorQuery(['feed', roundedPosition], 'getFeed', roundedPosition, {
    isPreloaded: true,
    meta: takesNewPosts,
    staleTime: Infinity,
    refetchOnReconnect: false,
  })
}

/** Starts the feed again with its first page. The old one stays on the screen until the new one has arrived. */
export async function refreshFeed(position: Position | null) {
  await queryClient.fetchInfiniteQuery({ ...feedQuery(position), pages: 1, staleTime: 0 })
  void invalidateStories()
  queryClient.setQueryData(newestPostQuery(position).queryKey, null)
}

/** The newest post of the feed, fetched once a minute to offer a refresh. */
export function newestPostQuery(position: Position | null) {
  const roundedPosition = roundPosition(position, 2)
  return queryOptions({
    queryKey: ['feed', 'newest', roundedPosition],
    queryFn: async ({ signal }) => (await call('getFeed', { ...roundedPosition, limit: 1 }, signal)).posts[0] ?? null,
    initialData: null,
    // The feed itself has just been fetched.
    staleTime: 60_000,
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
    retry: false,
  })
}
