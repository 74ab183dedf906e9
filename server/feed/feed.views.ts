import type { Output } from '#contract/calls.ts'
import type { Post } from '#contract/posts.ts'
import type { FeedPage } from './feed.queries.ts'
import { writeCursor } from './feed.rules.ts'

export type Feed = Output<'getFeed'>

/** @param posts those of the page that still exist and are visible, in any order. */
export function viewFeed({ cursor, posts: found }: FeedPage, posts: Post[]): Feed {
  const postById = new Map(posts.map((post) => [post.id, post]))
  return {
    success: true,
    posts: found.flatMap(({ id, km }) => {
      const post = postById.get(id)
      return post ? [{ ...post, circle_km: km }] : []
    }),
    has_more: cursor !== null,
    next_cursor: cursor && writeCursor(cursor),
  }
}
