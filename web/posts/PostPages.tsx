import { firstPicture, type FirstSeen, seenAtFirst } from '#contract/opening.ts'
import type { Post } from '#contract/posts.ts'
import { useFirstPaint } from '#web/platform/first-paint.ts'
import { watchPosts } from '#web/platform/watched-posts.ts'
import { PostCard } from './PostCard.tsx'
import styles from './PostPages.module.css'

type PostPagesProps = {
  pages: readonly { posts: Post[] }[]
  /** What stands above them decides how many are seen at first. */
  list: FirstSeen
}

/**
 * The posts of a list as they came, page by page: what is done for each piece of a long list is done for ten posts at once.
 * The app is first painted with the posts that its screen has room for; the others follow.
 */
export function PostPages({ pages, list }: PostPagesProps) {
  const isPainted = useFirstPaint()
  const first = pages[0]?.posts ?? []
  const urgent = firstPicture(first, list)?.id
  if (!isPainted) return <PostPage key={0} posts={seenAtFirst(first, list)} urgent={urgent} othersFollow={first.length > 0} />
  return pages.map(({ posts }, at) => <PostPage key={at} posts={posts} urgent={at === 0 ? urgent : undefined} />)
}

type PostPageProps = {
  posts: Post[]
  urgent: number | undefined
  othersFollow?: boolean
}

function PostPage({ posts, urgent, othersFollow }: PostPageProps) {
  return (
    <div ref={watchPosts(posts.map(({ id }) => id))} className={styles.page} data-others-follow={othersFollow}>
      {posts.map((post) => (
        <PostCard key={post.id} post={post} urgent={post.id === urgent} />
      ))}
    </div>
  )
}
