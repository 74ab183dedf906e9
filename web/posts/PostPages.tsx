import { firstPicture, type FirstSeen, seenAtFirst } from '#contract/opening.ts'
import type { Post } from '#contract/posts.ts'
import { useDrawnCount } from '#web/platform/drawn-count.ts'
import { watchPosts } from '#web/platform/watched-posts.ts'
import { PostCard } from './PostCard.tsx'
import styles from './PostPages.module.css'

type PostPagesProps = {
  pages: readonly { posts: Post[] }[]
  /** What stands above them decides how many are seen at first. */
  list: FirstSeen
}

/** The posts of a list as they came, page by page: what is done for each piece of a long list is done for ten posts at once. */
export function PostPages({ pages, list }: PostPagesProps) {
  const first = pages[0]?.posts ?? []
  const urgent = firstPicture(first, list)?.id
  const total = pages.reduce((sum, { posts }) => sum + posts.length, 0)
  const drawn = useDrawnCount(total, seenAtFirst(first, list).length)
  return drawnOf(pages, drawn).map((posts, at) => (
    <PostPage key={at} posts={posts} isWhole={posts.length === pages[at]?.posts.length} urgent={at === 0 ? urgent : undefined} />
  ))
}

/** The first so many posts, in their pages; a page that is whole stays the same, and is not drawn anew. */
function drawnOf(pages: PostPagesProps['pages'], count: number): Post[][] {
  let left = count
  return pages.map(({ posts }) => {
    const shown = left < posts.length ? posts.slice(0, left) : posts
    left -= shown.length
    return shown
  })
}

type PostPageProps = {
  posts: Post[]
  /** Otherwise others follow. */
  isWhole: boolean
  urgent: number | undefined
}

function PostPage({ posts, isWhole, urgent }: PostPageProps) {
  return (
    <div ref={watchPosts(posts.map(({ id }) => id))} className={styles.page} data-others-follow={!isWhole || undefined}>
      {posts.map((post) => (
        <PostCard key={post.id} post={post} urgent={post.id === urgent} />
      ))}
    </div>
  )
}
