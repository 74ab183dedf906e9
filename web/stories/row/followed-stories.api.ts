import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/api.ts'
import { currentUser } from '#web/platform/current-user.ts'
import { toRing, setRing } from '#web/stories/rings.api.ts'

const pageSize = 20

/** The viewer and whom they follow, those with stories. Their rings are known with it. */
export const followedStoriesQuery = () =>
  infiniteQueryOptions({
    queryKey: ['stories', 'getFollowedStories'],
    queryFn: async ({ pageParam, signal }) => {
      const page = await call(
        'getFollowedStories',
        { limit: pageSize, ...(pageParam && { cursor: pageParam }) },
        signal,
      )
      for (const { id, has_unread } of page.users) setRing(id, toRing(has_unread))
      const own = currentUser()?.id
      if (own !== undefined && pageParam === '' && page.users[0]?.id !== own) setRing(own, null)
      return page
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 60_000,
    retry: false,
  })
