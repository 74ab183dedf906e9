import { Link } from 'react-router'
import { classNames } from '#web/ui/class-names.ts'
import { RingedAvatar, type RingedPerson } from './RingedAvatar.tsx'
import styles from './StoryAvatar.module.css'
import { StoryButton } from './StoryButton.tsx'

type StoryAvatarProps = {
  person: RingedPerson
  size: number
  /** The link of an avatar without stories. */
  to?: string
  className?: string | undefined
}

/** An avatar; with stories it has a ring and opens them. */
export function StoryAvatar({ person, size, to, className }: StoryAvatarProps) {
  const avatar = <RingedAvatar person={person} size={size} />
  return (
    <span className={classNames(styles.avatar, className)}>
      {to === undefined ? (
        avatar
      ) : (
        // Hidden from keyboards and screen readers: the name beside it is the same link.
        <Link className={styles.link} to={to} tabIndex={-1} aria-hidden>
          {avatar}
        </Link>
      )}
      <StoryButton person={person} />
    </span>
  )
}
