import { firstPicture, type FirstSeen } from '#contract/opening.ts'
import type { Post } from '#contract/posts.ts'
import { PostCard } from './PostCard.tsx'
import styles from './PostPages.module.css'

type PostPagesProps = {
  pages: readonly { posts: Post[] }[]
  /** What stands above them decides how many are seen at first. */
  list: FirstSeen
}

/** The posts of a list as they came, page by page: what is done for each piece of a long list is done for ten posts at once. */
export function PostPages({ pages, list }: PostPagesProps) {
  const urgent = firstPicture(pages[0]?.posts ?? [], list)?.id
  return pages.map(({ posts }, at) => <PostPage key={at} posts={posts} urgent={at === 0 ? urgent : undefined} />)
}

function PostPage({ posts, urgent }: { posts: Post[]; urgent: number | undefined }) {
  return (
    <div className={styles.page}>
      {posts.map((post) => (
        <PostCard key={post.id} post={post} urgent={post.id === urgent} />
      ))}
    </div>
  )
}
