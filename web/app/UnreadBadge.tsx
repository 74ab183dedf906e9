import { CountBadge } from '#web/ui/CountBadge.tsx'
import styles from './UnreadBadge.module.css'

/** The number of unread notifications, if there are any. Decorative: the link names the count. */
export const UnreadBadge = ({ count }: { count: number }) =>
  count > 0 && <CountBadge className={styles.count} count={count} />
