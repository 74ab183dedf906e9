import type { ReactNode } from 'react'
import { PostPages } from '#web/posts/PostPages.tsx'
import type { ShownPost } from './feed-bands.ts'
import { foldPosts } from './folded-posts.ts'
import { FoldedPostsButton } from './FoldedPostsButton.tsx'
import { useOpenedPosts } from './opened-posts.ts'

type FeedPostsProps = {
  pages: readonly { posts: ShownPost[] }[]
  /** Texts above posts, by the post's id. */
  dividers?: ReadonlyMap<number, string>
}

const noDividers: ReadonlyMap<number, string> = new Map()

/** The posts of a feed. Posts of an author who has too many are folded. */
export function FeedPosts({ pages, dividers = noDividers }: FeedPostsProps) {
  const { openedPosts, openPosts } = useOpenedPosts()
  const replacements = new Map<number, ReactNode>()
  for (const folded of foldPosts(pages, dividers)) {
    const posts = folded.filter(({ id }) => !openedPosts.has(id))
    for (const { id } of posts) replacements.set(id, null)
    if (posts[0]) replacements.set(posts[0].id, <FoldedPostsButton posts={posts} onOpen={openPosts} />)
  }
  return <PostPages pages={pages} list="feed" dividers={dividers} replacements={replacements} />
}
