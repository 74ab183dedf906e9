import { PostCardSkeleton } from '#web/posts/PostCardSkeleton.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './PlaceHeaderSkeleton.module.css'

/** Shown while a place loads. */
export const PlaceHeaderSkeleton = () => (
  <div aria-busy>
    <div className={styles.head} aria-hidden>
      <Skeleton className={styles.picture} height="auto" />
      <Skeleton width="62%" height={28} />
      <Skeleton width="38%" height={15} />
      <Skeleton width="100%" height={52} />
    </div>
    <PostCardSkeleton />
  </div>
)
