import { firstVisiblePicture, type FirstVisibleList, firstVisiblePosts } from '#contract/preloaded-data.ts'
import type { Post } from '#contract/posts.ts'
import { heightOf, useVirtualList } from '#web/platform/virtual-list.ts'
import { trackVisiblePosts } from '#web/platform/visible-posts.ts'
import { PostCard } from './PostCard.tsx'
import styles from './PostPages.module.css'

type PostPagesProps = {
  pages: readonly { posts: Post[] }[]
  /** What stands above them decides how many are seen at first. */
  list: FirstVisibleList
}

/** The posts of a list as they came; what is done for each piece of a long list is done for five posts at once. */
export function PostPages({ pages, list }: PostPagesProps) {
  const first = pages[0]?.posts ?? []
  const urgent = firstVisiblePicture(first, list)?.id
  const pieces = pages.flatMap(({ posts }, at) => piecesOf(posts, at === 0 ? firstVisiblePosts(first, list).length : 0))
  const { start, from, to, above, below } = useVirtualList(pieces)
  return (
    <>
      <div ref={start} style={{ blockSize: above }} />
      {pieces.slice(from, to).map((posts, index) => (
        <PostPiece key={from + index} posts={posts} urgent={from + index === 0 ? urgent : undefined} />
      ))}
      <div style={{ blockSize: below }} />
    </>
  )
}

/** How many are drawn in one frame. */
const perPiece = 5
const cut = new WeakMap<Post[], Post[][]>()

/** The posts of a page in fives, after the first so many; as long as the page is the same, so are its pieces. */
function piecesOf(posts: Post[], first: number): Post[][] {
  const known = cut.get(posts)
  if (known) return known
  const pieces = first > 0 ? [posts.slice(0, first)] : []
  for (let at = first; at < posts.length; at += perPiece) pieces.push(posts.slice(at, at + perPiece))
  cut.set(posts, pieces)
  return pieces
}

function PostPiece({ posts, urgent }: { posts: Post[]; urgent: number | undefined }) {
  return (
    <div
      ref={trackVisiblePosts(posts.map(({ id }) => id))}
      className={styles.piece}
      style={{ containIntrinsicHeight: `auto ${heightOf(posts)}px` }}
    >
      {posts.map((post) => (
        <PostCard key={post.id} post={post} urgent={post.id === urgent} />
      ))}
    </div>
  )
}
