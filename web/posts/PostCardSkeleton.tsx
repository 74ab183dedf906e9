import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './PostCardSkeleton.module.css'
import cardStyles from './PostCard.module.css'

/** Shown while posts load. */
export function PostCardSkeleton({ picture }: { picture?: boolean }) {
  const hasPicture = picture ?? true
  return (
    <div className={cardStyles.card} aria-hidden>
      <div className={styles.header}>
        <Skeleton round="circle" width={44} height={44} />
        <div className={styles.lines}>
          <Skeleton width={112} height={15} />
          <Skeleton width={176} height={12} />
        </div>
      </div>
      {hasPicture && <Skeleton className={styles.picture} round="photo" height="auto" />}
      <div className={styles.text}>
        <Skeleton width="88%" height={hasPicture ? 15 : 22} />
        <Skeleton width="56%" height={hasPicture ? 15 : 22} />
      </div>
    </div>
  )
}
