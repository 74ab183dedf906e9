import type { ReactNode } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import type { Notification } from '#contract/notifications.ts'
import { pictureUrlAtWidth } from '#contract/pictures.ts'
import { RowLink } from '#web/navigation/RowLink.tsx'
import { StoryAvatar } from '#web/stories/StoryAvatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { notificationLink } from './kind-styles.ts'
import { NotificationAvatars } from './NotificationAvatars.tsx'
import styles from './NotificationRow.module.css'
import { notificationsText } from './notifications.text.ts'

type NotificationRowProps = {
  notification: Notification
  viewer: CurrentUser
  /** It arrived while the list was open. */
  arrived: boolean
  /** Buttons. */
  children?: ReactNode
}

/** A notification; the whole row is a link. */
export function NotificationRow({ notification, viewer, arrived, children }: NotificationRowProps) {
  const link = notificationLink(notification, viewer.id)
  const text = <NotificationText notification={notification} />
  return (
    <li className={classNames(styles.row, !notification.is_read && styles.unread, arrived && styles.arrived)}>
      <NotificationAvatars notification={notification} />
      <div className={styles.body}>
        {link === null ? <div>{text}</div> : <RowLink to={link}>{text}</RowLink>}
        {children}
      </div>
      {notification.post_image && (
        <img
          className={styles.picture}
          src={pictureUrlAtWidth(notification.post_image, 320)}
          alt=""
          width={52}
          height={52}
          loading="lazy"
        />
      )}
      {notification.kind === 'story_like' && <StoryAvatar className={styles.story} person={viewer} size={44} />}
    </li>
  )
}

function NotificationText({
  notification: { kind, who, text, comment_text, post_text, created_at, is_read },
}: {
  notification: Notification
}) {
  const isAboutComment = ['comment', 'comment_like', 'comment_reply', 'comment_mention'].includes(kind)
  const quote = isAboutComment ? comment_text : post_text
  return (
    <>
      <span className={styles.text}>
        {!is_read && <span className="visually-hidden">{notificationsText.unread} </span>}
        {who && <strong className={styles.person}>{who} </strong>}
        {text}
      </span>
      {quote && (
        <span dir="auto" className={styles.quote}>
          {notificationsText.quote(quote)}
        </span>
      )}
      <RelativeTime className={styles.time} at={created_at} />
    </>
  )
}
