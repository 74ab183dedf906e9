import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './NotificationSkeleton.module.css'

/** Shown while a notification loads. */
export const NotificationSkeleton = ({ width }: { width: number }) => (
  <li className={styles.row} aria-hidden>
    <Skeleton round="circle" width={48} height={48} />
    <span className={styles.labels}>
      <Skeleton width={width} height={15} />
      <Skeleton width={52} height={12} />
    </span>
  </li>
)
