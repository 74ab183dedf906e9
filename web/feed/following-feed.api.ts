import { queryOptions } from '@tanstack/react-query'
import { refreshFollowedEvents } from '#web/events/followed-events.api.ts'
import { call } from '#web/platform/api.ts'
import { cursorQuery } from '#web/platform/cursor-query.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { holdsPosts } from '#web/posts/posts.api.ts'
import { invalidateStories } from '#web/stories/rings.api.ts'
import type { ShownPost } from './feed-bands.ts'
import { newestPostOptions } from './feed.api.ts'

/** As the feed, it never refreshes under a reader's eyes. */
export const followingFeedQuery = () =>
  cursorQuery(
    ['feed', 'following'],
    'getFollowingFeed',
    {},
    { meta: holdsPosts, staleTime: Infinity, refetchOnReconnect: false },
  )

/** The first post of the feed, fetched once a minute to offer a refresh. */
export const newestFollowedPostQuery = () =>
  queryOptions({
    queryKey: ['feed', 'newest', 'following'],
    queryFn: async ({ signal }): Promise<ShownPost | null> =>
      (await call('getFollowingFeed', { limit: 1 }, signal)).posts[0] ?? null,
    ...newestPostOptions,
  })

/** Starts the feed again with its first page. */
export async function refreshFollowingFeed() {
  await refreshFollowedEvents(() => queryClient.fetchInfiniteQuery({ ...followingFeedQuery(), pages: 1, staleTime: 0 }))
  void invalidateStories()
  queryClient.setQueryData(newestFollowedPostQuery().queryKey, null)
}
