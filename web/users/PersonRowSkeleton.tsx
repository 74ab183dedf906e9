import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './PersonRowSkeleton.module.css'

/** Shown while a person loads. */
export const PersonRowSkeleton = ({ width }: { width?: number }) => (
  <li className={styles.row} aria-hidden>
    <Skeleton round="circle" width={48} height={48} />
    <Skeleton width={width ?? 130} height={15} />
  </li>
)
