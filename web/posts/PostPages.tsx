import { firstVisiblePicture, type FirstVisibleList, firstVisiblePosts } from '#contract/preloaded-data.ts'
import type { Post } from '#contract/posts.ts'
import { chunkHeight, useVirtualList } from '#web/platform/virtual-list.ts'
import { trackVisiblePosts } from '#web/platform/visible-posts.ts'
import { PostCard } from './PostCard.tsx'
import styles from './PostPages.module.css'

type PostPagesProps = {
  pages: readonly { posts: Post[] }[]
  /** The kind of page, which determines how many posts are visible at first. */
  list: FirstVisibleList
}

/** The posts of a list, rendered in chunks of five. */
export function PostPages({ pages, list }: PostPagesProps) {
  const first = pages[0]?.posts ?? []
  const urgentId = firstVisiblePicture(first, list)?.id
  const chunks = pages.flatMap(({ posts }, index) =>
    chunksOf(posts, index === 0 ? firstVisiblePosts(first, list).length : 0),
  )
  const { start, from, to, above, below } = useVirtualList(chunks)
  return (
    <>
      <div ref={start} style={{ blockSize: above }} />
      {chunks.slice(from, to).map((posts, index) => (
        <PostChunk key={from + index} posts={posts} urgentId={from + index === 0 ? urgentId : undefined} />
      ))}
      <div style={{ blockSize: below }} />
    </>
  )
}

/** Rendered in one frame. */
const postsPerChunk = 5
const chunkCache = new WeakMap<Post[], Post[][]>()

/**
 * Splits a page into chunks of five, after a first one of `firstCount` posts. The same page gives the same chunks,
 * whose heights are remembered.
 */
function chunksOf(posts: Post[], firstCount: number): Post[][] {
  const cached = chunkCache.get(posts)
  if (cached) return cached
  const chunks = firstCount > 0 ? [posts.slice(0, firstCount)] : []
  for (let at = firstCount; at < posts.length; at += postsPerChunk) chunks.push(posts.slice(at, at + postsPerChunk))
  chunkCache.set(posts, chunks)
  return chunks
}

function PostChunk({ posts, urgentId }: { posts: Post[]; urgentId: number | undefined }) {
  return (
    <div
      ref={trackVisiblePosts(posts.map(({ id }) => id))}
      className={styles.chunk}
      style={{ containIntrinsicHeight: `auto ${chunkHeight(posts)}px` }}
    >
      {posts.map((post) => (
        <PostCard key={post.id} post={post} urgent={post.id === urgentId} />
      ))}
    </div>
  )
}
