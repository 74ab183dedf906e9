import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './PlaceRowSkeleton.module.css'

/** Shown while a place loads. */
export const PlaceRowSkeleton = ({ width }: { width?: number }) => (
  <li className={styles.row} aria-hidden>
    <Skeleton className={styles.pin} width={48} height={48} />
    <span className={styles.labels}>
      <Skeleton width={width ?? 150} height={15} />
      <Skeleton width={(width ?? 150) * 0.6} height={12} />
    </span>
  </li>
)
