import { useId } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import type { Notification } from '#contract/notifications.ts'
import { FollowRequestRow } from './FollowRequestRow.tsx'
import { NotificationRow } from './NotificationRow.tsx'
import styles from './NotificationSection.module.css'

type NotificationSectionProps = {
  title: string
  notifications: Notification[]
  viewer: CurrentUser
  /** The newest position when the list was opened. */
  since: number
}

export function NotificationSection({ title, notifications, viewer, since }: NotificationSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <ul className={styles.list} aria-labelledby={id}>
        {notifications.map((notification) => {
          const Row = notification.kind === 'follow_request' ? FollowRequestRow : NotificationRow
          return (
            <Row
              key={notification.id}
              notification={notification}
              viewer={viewer}
              arrived={notification.position > since}
            />
          )
        })}
      </ul>
    </section>
  )
}
