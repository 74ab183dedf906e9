import { Link } from 'react-router'
import { classNames } from '#web/ui/class-names.ts'
import { RingedAvatar, type RingedPerson } from './RingedAvatar.tsx'
import styles from './StoryAvatar.module.css'
import { StoryButton } from './StoryButton.tsx'

type StoryAvatarProps = {
  person: RingedPerson
  size: number
  /** Where it leads when there are no stories. */
  to?: string
  className?: string | undefined
}

/** Somebody's avatar; with stories it has their ring and opens them. */
export function StoryAvatar({ person, size, to, className }: StoryAvatarProps) {
  const face = <RingedAvatar person={person} size={size} />
  return (
    <span className={classNames(styles.avatar, className)}>
      {to === undefined ? (
        face
      ) : (
        // The name leads there too: one stop for who goes by keyboard or ear.
        <Link className={styles.link} to={to} tabIndex={-1} aria-hidden>
          {face}
        </Link>
      )}
      <StoryButton person={person} />
    </span>
  )
}
