import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './ConversationSkeleton.module.css'

/** Shown while conversations load. */
export const ConversationSkeleton = ({ width }: { width: number }) => (
  <li className={styles.row} aria-hidden>
    <Skeleton round="circle" width={56} height={56} />
    <span className={styles.lines}>
      <Skeleton width={width / 2} height={15} />
      <Skeleton width={width} height={13} />
    </span>
  </li>
)
