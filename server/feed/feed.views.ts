import type { Output } from '#contract/calls.ts'
import type { FeedPage } from './feed.queries.ts'
import { writeCursor } from './feed.rules.ts'

export type Feed = Output<'getFeed'>

export const viewFeed = ({ cursor, km }: FeedPage, posts: Feed['posts']): Feed => ({
  success: true,
  posts,
  has_more: cursor !== null,
  next_cursor: cursor && writeCursor(cursor),
  radius_km: km,
})
