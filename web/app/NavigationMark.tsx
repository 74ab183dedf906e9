import { classNames } from '#web/ui/class-names.ts'
import { CountBadge } from '#web/ui/CountBadge.tsx'
import styles from './NavigationMark.module.css'

/**
 * The number of unread things, or a dot for things that only wait for an answer. Decorative: the link names both. The
 * class places the number at an icon; the dot stands there as well.
 */
export function NavigationMark({ count, waits = false }: { count: number; waits?: boolean }) {
  if (count > 0) return <CountBadge className={styles.count} count={count} />
  return waits && <span className={classNames(styles.count, styles.dot)} aria-hidden />
}
