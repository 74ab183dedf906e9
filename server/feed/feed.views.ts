import type { Output } from '#contract/calls.ts'
import type { FeedPage } from './feed.queries.ts'
import { writeCursor } from './feed.rules.ts'

export type Feed = Output<'getFeed'>

/** The fields of a page besides its posts. */
export const viewPaging = ({ cursor, km }: Pick<FeedPage, 'cursor' | 'km'>) => ({
  has_more: cursor !== null,
  next_cursor: cursor && writeCursor(cursor),
  radius_km: km,
})

export const viewFeed = (page: FeedPage, posts: Feed['posts']): Feed => ({ success: true, posts, ...viewPaging(page) })
