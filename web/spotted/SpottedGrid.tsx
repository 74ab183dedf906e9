import { MapPin } from 'lucide-react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import type { Post } from '#contract/posts.ts'
import { PostListFrame, type PostListProps } from '#web/posts/PostListFrame.tsx'
import { hasPicture, PostThumbnail } from '#web/posts/PostThumbnail.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { spottedPostsText } from './spotted-posts.text.ts'
import styles from './SpottedGrid.module.css'

/** Posts as pictures side by side, each of which leads to its page. */
export function SpottedGrid({ label, query, ...frame }: PostListProps) {
  return (
    <PostListFrame query={query} {...frame}>
      <ul className={styles.grid} aria-label={label} aria-busy={query.isFetching}>
        {query.isPending &&
          Array.from({ length: 9 }, (_, index) => (
            <li key={index}>
              <Skeleton className={styles.tile} round="photo" height="auto" />
            </li>
          ))}
        {query.data?.pages.map(({ posts }) => posts.map((post) => <Tile key={post.id} post={post} />))}
      </ul>
    </PostListFrame>
  )
}

const Tile = ({ post }: { post: Post }) => (
  <li>
    <Link className={styles.tile} to={pagePaths.post(post.id)}>
      <span className="visually-hidden">{spottedPostsText.postOf(post.username)} </span>
      {hasPicture(post) ? (
        <PostThumbnail className={styles.picture} post={post} ratio={1} sizes="(min-width: 600px) 140px, 33vw" />
      ) : (
        <>
          <span dir="auto" className={styles.text}>
            {post.text}
          </span>
          <span className={styles.place}>
            <MapPin size={12} aria-hidden />
            <span className={styles.name}>{post.location_name}</span>
          </span>
        </>
      )}
    </Link>
  </li>
)
