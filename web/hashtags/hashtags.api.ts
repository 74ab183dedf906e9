import type { Input } from '#contract/calls.ts'
import { cursorQuery } from '#web/platform/cursor-query.ts'
import { type Position, roundPosition } from '#web/platform/geolocation.ts'
import { holdsPosts } from '#web/posts/posts.api.ts'

export type HashtagOrder = NonNullable<Input<'getHashtagPosts'>['order']>

/** The posts with a hashtag. The newest ones are the same wherever one is: no position is sent for them. */
export function hashtagPostsQuery(tag: string, order: HashtagOrder, position: Position | null) {
  const input = { tag, order, ...(order === 'near' && roundPosition(position, 2)) }
  return cursorQuery(['hashtags', 'getHashtagPosts', input], 'getHashtagPosts', input, { meta: holdsPosts })
}
