import {
  AtSign,
  CalendarDays,
  Heart,
  type LucideIcon,
  MapPin,
  MessageCircle,
  Navigation,
  Reply,
  ScanEye,
  ShieldAlert,
  UserCheck,
  UserPlus,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import type { Notification, NotificationKind } from '#contract/notifications.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { pictureUrlAtWidth } from '#contract/pictures.ts'
import { RowLink } from '#web/navigation/RowLink.tsx'
import { serverIcon } from '#web/platform/server-identity.ts'
import { StoryAvatar } from '#web/stories/StoryAvatar.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { notificationsText } from './notifications.text.ts'
import styles from './NotificationRow.module.css'

/** Red: likes. Violet: Spotted. Orange: new content. Ink: comments and other actions of people. */
type KindStyle = { icon: LucideIcon; tone: 'red' | 'violet' | 'orange' | 'ink' }

const kindStyles: Record<Exclude<NotificationKind, 'welcome'>, KindStyle> = {
  like: { icon: Heart, tone: 'red' },
  comment_like: { icon: Heart, tone: 'red' },
  story_like: { icon: Heart, tone: 'red' },
  comment: { icon: MessageCircle, tone: 'ink' },
  comment_reply: { icon: Reply, tone: 'ink' },
  mention: { icon: AtSign, tone: 'ink' },
  comment_mention: { icon: AtSign, tone: 'ink' },
  follow: { icon: UserPlus, tone: 'ink' },
  follow_request: { icon: UserPlus, tone: 'ink' },
  follow_accepted: { icon: UserCheck, tone: 'ink' },
  spotted_request: { icon: ScanEye, tone: 'violet' },
  spotted_confirmed: { icon: ScanEye, tone: 'violet' },
  place_post: { icon: MapPin, tone: 'orange' },
  nearby_post: { icon: Navigation, tone: 'orange' },
  place_event: { icon: CalendarDays, tone: 'orange' },
  removed: { icon: ShieldAlert, tone: 'ink' },
}

/** Returns where a notification links to, or null. A push message may link to the list; a row of the list does not. */
function notificationLink({ kind, url, actors }: Notification, viewerId: number) {
  const [first] = actors
  if (kind === 'welcome' || kind === 'removed') return null
  if (url !== pagePaths.notifications) return url
  if (kind === 'follow_request' && first) return pagePaths.profile(first.id)
  return kind === 'follow' ? pagePaths.followers(viewerId) : null
}

/** The avatars of the actors, with an icon of the kind. A single avatar opens its stories. */
function NotificationAvatars({ notification: { kind, actors } }: { notification: Notification }) {
  const [first, second] = actors
  const kindStyle = kind === 'welcome' ? null : kindStyles[kind]
  const Icon = kindStyle?.icon
  return (
    <div className={styles.avatars}>
      {!first && <img className={styles.logo} src={serverIcon()} alt="" width={34} height={34} />}
      {first && second && (
        <>
          <Avatar className={styles.behind} name={second.username} picture={second.profile_pic} size={36} />
          <Avatar className={styles.before} name={first.username} picture={first.profile_pic} size={36} />
        </>
      )}
      {first && !second && <StoryAvatar person={first} size={48} />}
      {kindStyle && Icon && (
        <span className={classNames(styles.kindIcon, styles[kindStyle.tone])} aria-hidden>
          <Icon size={12} strokeWidth={2.6} />
        </span>
      )}
    </div>
  )
}

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
  const quote = comment_text ?? post_text
  // What somebody has written, not what was liked.
  const isQuoteOfActor = comment_text !== null && kind !== 'comment_like'
  return (
    <>
      <span className={styles.text}>
        {!is_read && <span className="visually-hidden">{notificationsText.unread} </span>}
        {who && <strong className={styles.person}>{who} </strong>}
        {isQuoteOfActor ? `${text}:` : text}
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
