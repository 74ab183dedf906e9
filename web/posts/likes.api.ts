import { cursorQuery } from '#web/platform/cursor-query.ts'
import { peopleListOptions, peoplePageSize } from '#web/users/users.api.ts'
import { likesListKey } from './posts.api.ts'

export const likesQuery = (postId: number) =>
  cursorQuery(
    likesListKey(postId),
    'getLikes',
    { post_id: postId, limit: peoplePageSize },
    { ...peopleListOptions, toPage: ({ likes, next_cursor }) => ({ people: likes, next_cursor }) },
  )
