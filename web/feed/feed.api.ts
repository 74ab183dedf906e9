import { queryOptions } from '@tanstack/react-query'
import { refreshFollowedEvents } from '#web/events/followed-events.api.ts'
import { call } from '#web/platform/api.ts'
import { cursorQuery } from '#web/platform/cursor-query.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { takesNewPosts } from '#web/posts/posts.api.ts'
import { invalidateStories } from '#web/stories/rings.api.ts'
import { type FeedArea, feedInput } from './feed-area.ts'
import type { ShownPost } from './feed-bands.ts'

/** The feed never refreshes under a reader's eyes: only `refreshFeed` fetches it again. */
export function feedQuery(area: FeedArea) {
  const input = feedInput(area)
  return cursorQuery(['feed', input], 'getFeed', input, {
    isPreloaded: true,
    meta: takesNewPosts,
    staleTime: Infinity,
    refetchOnReconnect: false,
  })
}

/** Starts the feed again with its first page. The old one stays on the screen until the new one has arrived. */
export async function refreshFeed(area: FeedArea) {
  await refreshFollowedEvents(() => queryClient.fetchInfiniteQuery({ ...feedQuery(area), pages: 1, staleTime: 0 }))
  void invalidateStories()
  queryClient.setQueryData(newestPostQuery(area).queryKey, null)
}

export const newestPostOptions = {
  initialData: null,
  // The feed itself has just been fetched.
  staleTime: 60_000,
  refetchInterval: 60_000,
  refetchOnWindowFocus: true,
  retry: false,
}

/** The first post of the feed, fetched once a minute to offer a refresh. */
export function newestPostQuery(area: FeedArea) {
  const input = feedInput(area)
  return queryOptions({
    queryKey: ['feed', 'newest', input],
    queryFn: async ({ signal }): Promise<ShownPost | null> =>
      (await call('getFeed', { ...input, limit: 1 }, signal)).posts[0] ?? null,
    ...newestPostOptions,
  })
}
