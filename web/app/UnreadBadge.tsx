import { useQuery } from '@tanstack/react-query'
import { unreadQuery } from '#web/notifications/unread.api.ts'
import { classNames } from '#web/ui/class-names.ts'
import { appText } from './app.text.ts'
import styles from './UnreadBadge.module.css'

/** The orange dot at the bell; a number when something is unread. */
export function UnreadBadge() {
  const unread = useQuery(unreadQuery()).data ?? 0
  if (unread === 0) return <span className={styles.dot} aria-hidden />
  return (
    <>
      <span className={classNames(styles.dot, styles.counted)} aria-hidden>
        {appText.unreadShort(unread)}
      </span>
      <span className="visually-hidden">{appText.unread(unread)}</span>
    </>
  )
}
