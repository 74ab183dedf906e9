import { classNames } from '#web/ui/class-names.ts'
import { appText } from './app.text.ts'
import styles from './UnreadBadge.module.css'

/** The orange dot on the bell, or the number of unread notifications. Decorative: the link names the count. */
export const UnreadBadge = ({ count }: { count: number }) => (
  <span className={classNames(styles.dot, count > 0 && styles.counted)} aria-hidden>
    {count > 0 && appText.unreadBadge(count)}
  </span>
)
