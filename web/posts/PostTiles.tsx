import { MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import type { Post } from '#contract/posts.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { CornerPlayMark } from '#web/ui/PlayMark.tsx'
import { hasPicture, PostThumbnail } from './PostThumbnail.tsx'
import { postsText } from './posts.text.ts'
import styles from './PostTiles.module.css'

type PostTilesProps = { label: string; isBusy?: boolean; children: ReactNode }

/** Posts as tiles side by side. */
export const PostTiles = ({ label, isBusy, children }: PostTilesProps) => (
  <ul className={styles.grid} aria-label={label} aria-busy={isBusy}>
    {children}
  </ul>
)

/** A post as its picture or its words; it leads to its page. */
export const PostTile = ({ post }: { post: Post }) => (
  <li>
    <Link className={styles.tile} to={pagePaths.post(post.id)}>
      <span className="visually-hidden">
        {postsText.tileOf(post.username)} {post.video_url && postsText.video}{' '}
      </span>
      {hasPicture(post) ? (
        <>
          <PostThumbnail className={styles.picture} post={post} ratio={1} sizes="(min-width: 600px) 190px, 33vw" />
          {post.video_url && <CornerPlayMark />}
        </>
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

/** Shown while tiles load. */
export const PostTileSkeleton = () => (
  <li>
    <Skeleton className={styles.tile} round="photo" height="auto" />
  </li>
)
