import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/api.ts'
import { holdsPosts } from '#web/posts/posts.api.ts'

/** The posts in which somebody is confirmed. */
export const spottedPostsQuery = (userId: number) =>
  infiniteQueryOptions({
    queryKey: ['spotted', 'getSpottedPosts', userId],
    queryFn: async ({ pageParam, signal }) => {
      const { spotted_posts, next_cursor } = await call(
        'getSpottedPosts',
        { user_id: userId, ...(pageParam && { cursor: pageParam }) },
        signal,
      )
      return { posts: spotted_posts, next_cursor }
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    meta: holdsPosts,
    staleTime: 0,
  })

/** The posts at a place in which somebody is confirmed. */
export const locationSpottedPostsQuery = (placeId: number) =>
  infiniteQueryOptions({
    queryKey: ['spotted', 'getLocationSpottedPosts', placeId],
    queryFn: async ({ pageParam, signal }) => {
      const { spotted_posts, next_cursor } = await call(
        'getLocationSpottedPosts',
        { location_id: placeId, ...(pageParam && { cursor: pageParam }) },
        signal,
      )
      return { posts: spotted_posts, next_cursor }
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    meta: holdsPosts,
    staleTime: 0,
  })
