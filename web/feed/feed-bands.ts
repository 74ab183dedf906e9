import { type CircleKm, circlesOfRadius } from '#contract/feed-radius.ts'
import type { FeedPost } from '#contract/feed.ts'
import type { Post } from '#contract/posts.ts'
import { feedText } from './feed.text.ts'

/** A post of the feed; the person's own new post has no circle yet and counts for the one at the top. */
export type ShownPost = Post & Partial<Pick<FeedPost, 'circle_km'>>

/** Returns the texts above the posts with which a wider circle begins, by the post's id. */
export function dividersOf(pages: readonly { posts: ShownPost[] }[], nearKm: CircleKm): ReadonlyMap<number, string> {
  const dividers = new Map<number, string>()
  let km = nearKm
  let isFirst = true
  for (const post of pages.flatMap(({ posts }) => posts)) {
    if (post.circle_km !== undefined && post.circle_km !== km) {
      dividers.set(post.id, isFirst ? feedText.nothingNear(km, post.circle_km) : feedText.farther(post.circle_km))
      km = post.circle_km
    }
    isFirst = false
  }
  return dividers
}

const { auto: circles } = circlesOfRadius
/** Whether a post is newer than the first one of the list, or nearer. */
export function isNewer(post: ShownPost, first: ShownPost | undefined): boolean {
  if (!first) return true
  if (first.circle_km === undefined || first.circle_km === post.circle_km) return post.id > first.id
  return circles.indexOf(post.circle_km ?? null) < circles.indexOf(first.circle_km)
}
