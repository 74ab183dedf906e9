import { call } from '#web/platform/api.ts'
import { peopleQuery } from '#web/users/users.api.ts'

export const likesQuery = (postId: number) =>
  peopleQuery(['posts', 'getLikes', postId], async (page, signal) => {
    const { likes, next_cursor } = await call('getLikes', { post_id: postId, ...page }, signal)
    return { people: likes, next_cursor }
  })
