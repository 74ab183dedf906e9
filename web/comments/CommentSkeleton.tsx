import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './CommentRow.module.css'

/** Shown while comments load. */
export const CommentSkeleton = ({ lines }: { lines: 1 | 2 }) => (
  <li aria-hidden className={styles.row}>
    <Skeleton round="circle" width={40} height={40} />
    <div className={styles.loading}>
      <Skeleton width={lines === 1 ? 120 : 150} height={14} />
      <Skeleton width={lines === 1 ? '58%' : '92%'} height={14} />
      {lines === 2 && <Skeleton width="44%" height={14} />}
    </div>
  </li>
)
