import { Fragment, type ReactNode } from 'react'
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
  /** Texts above posts, by the post's id. */
  dividers?: ReadonlyMap<number, string>
  /** The elements shown instead of posts, by the post's id; null for none. */
  replacements?: ReadonlyMap<number, ReactNode>
}

const noDividers: ReadonlyMap<number, string> = new Map()
const noReplacements: ReadonlyMap<number, ReactNode> = new Map()

/** The posts of a list, rendered in chunks of five. */
export function PostPages({ pages, list, dividers = noDividers, replacements = noReplacements }: PostPagesProps) {
  const first = pages[0]?.posts ?? []
  const urgentId = firstVisiblePicture(first, list)?.id
  const chunks = pages
    .flatMap(({ posts }, index) => chunksOf(posts, index === 0 ? firstVisiblePosts(first, list).length : 0))
    // A chunk without height could not be measured.
    .filter((posts) => posts.some(({ id }) => replacements.get(id) !== null))
  const { start, from, to, above, below } = useVirtualList(chunks)
  return (
    <>
      <div ref={start} style={{ blockSize: above }} />
      {chunks.slice(from, to).map((posts, index) => (
        <PostChunk
          key={posts[0]?.id}
          posts={posts}
          dividers={dividers}
          replacements={replacements}
          urgentId={from + index === 0 ? urgentId : undefined}
        />
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

type PostChunkProps = {
  posts: Post[]
  dividers: ReadonlyMap<number, string>
  replacements: ReadonlyMap<number, ReactNode>
  urgentId: number | undefined
}

function PostChunk({ posts, dividers, replacements, urgentId }: PostChunkProps) {
  return (
    <div
      ref={trackVisiblePosts(posts.map(({ id }) => id))}
      className={styles.chunk}
      style={{ containIntrinsicHeight: `auto ${chunkHeight(posts)}px` }}
    >
      {posts.map((post) => (
        <Fragment key={post.id}>
          {dividers.has(post.id) && <div className={styles.divider}>{dividers.get(post.id)}</div>}
          {replacements.has(post.id) ? (
            replacements.get(post.id)
          ) : (
            <PostCard post={post} urgent={post.id === urgentId} />
          )}
        </Fragment>
      ))}
    </div>
  )
}
