import { cursorQuery } from '#web/platform/cursor-query.ts'
import { holdsPosts } from '#web/posts/posts.api.ts'

/** Ten rows of three. */
const pageSize = 30

/** The posts in which a user is confirmed. */
export const spottedPostsQuery = (userId: number) =>
  cursorQuery(
    ['spotted', 'getSpottedPosts', userId],
    'getSpottedPosts',
    { user_id: userId, limit: pageSize },
    {
      toPage: ({ spotted_posts, next_cursor }) => ({ posts: spotted_posts, next_cursor }),
      meta: holdsPosts,
      staleTime: 0,
    },
  )

/** The posts of a place in which a person is confirmed. */
export const locationSpottedPostsQuery = (placeId: number) =>
  cursorQuery(
    ['spotted', 'getLocationSpottedPosts', placeId],
    'getLocationSpottedPosts',
    { location_id: placeId, limit: pageSize },
    {
      toPage: ({ spotted_posts, next_cursor }) => ({ posts: spotted_posts, next_cursor }),
      meta: holdsPosts,
      staleTime: 0,
    },
  )
