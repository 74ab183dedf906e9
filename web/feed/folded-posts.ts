import type { ShownPost } from './feed-bands.ts'

/** An author with this many of the `windowPosts` cards above has enough of the feed: thirty posts take three cards. */
const maxPostsOfAuthor = 3
const windowPosts = 10

/** Neighbouring posts that one button replaces. */
export type FoldedPosts = readonly ShownPost[]

/**
 * Returns the posts to fold: those whose author has three of the ten unfolded ones above. A wider circle begins anew.
 * A post is folded because of what stands above it only, so further pages and opened posts change nothing.
 * @param dividers the ids of the posts with which a wider circle begins
 */
export function foldPosts(
  pages: readonly { posts: ShownPost[] }[],
  dividers: ReadonlyMap<number, string>,
): FoldedPosts[] {
  const folds: ShownPost[][] = []
  let authors: number[] = []
  let fold: ShownPost[] | null = null
  for (const post of pages.flatMap(({ posts }) => posts)) {
    if (dividers.has(post.id)) authors = []
    if (authors.filter((id) => id === post.user_id).length < maxPostsOfAuthor) {
      authors = [...authors, post.user_id].slice(-windowPosts)
      fold = null
    } else if (fold) fold.push(post)
    else folds.push((fold = [post]))
  }
  return folds
}
