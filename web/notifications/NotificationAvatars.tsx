import type { Notification } from '#contract/notifications.ts'
import { StoryAvatar } from '#web/stories/StoryAvatar.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import logo from '#web/ui/drawings/logo.svg'
import { kindStyles } from './kind-styles.ts'
import styles from './NotificationAvatars.module.css'

/** The avatars of the actors, with an icon of the kind. A single avatar opens its stories. */
export function NotificationAvatars({ notification: { kind, actors } }: { notification: Notification }) {
  const [first, second] = actors
  const kindStyle = kind === 'welcome' ? null : kindStyles[kind]
  const Icon = kindStyle?.icon
  return (
    <div className={styles.avatars}>
      {!first && <img className={styles.logo} src={logo} alt="" width={34} height={34} />}
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
