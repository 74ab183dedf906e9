import type { Output } from '#contract/calls.ts'
import { viewPost } from '#server/posts/posts.views.ts'
import type { FeedPage } from './feed-page.queries.ts'
import { writeCursor } from './feed.rules.ts'

export const viewFeed = ({ cursor, posts }: FeedPage): Output<'getFeed'> => ({
  success: true,
  posts: posts.map((post) => ({ ...viewPost(post), circle_km: post.km })),
  has_more: cursor !== null,
  next_cursor: cursor && writeCursor(cursor),
})
