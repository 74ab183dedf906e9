import { Link } from 'react-router'
import { Avatar } from '#web/ui/Avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useOpenStories } from './open-stories.ts'
import { useRing } from './rings.api.ts'
import { ringsText } from './rings.text.ts'
import styles from './StoryAvatar.module.css'

export type RingedPerson = { id: number; username: string; profile_pic: string | null }

type RingedAvatarProps = {
  person: RingedPerson
  size: number
  /** A list has already set the ring, so it is not fetched. */
  known?: boolean
}

/** An avatar with the ring of its stories. Decorative: `StoryButton` opens them. */
export function RingedAvatar({ person: { id, username, profile_pic }, size, known }: RingedAvatarProps) {
  const ring = useRing(id, !known)
  return (
    <span className={styles.ringed} data-ring={ring ?? undefined} style={{ '--size': `${size}px` }}>
      <Avatar name={username} picture={profile_pic} size={size} />
    </span>
  )
}

type StoryButtonProps = { person: Pick<RingedPerson, 'id' | 'username'> }

/** A button over a ringed avatar that opens the stories. Not rendered without stories. */
export function StoryButton({ person: { id, username } }: StoryButtonProps) {
  const ring = useRing(id)
  const open = useOpenStories()
  if (!ring) return null
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={ringsText[ring](username)}
      aria-haspopup="dialog"
      onClick={() => open(id)}
    />
  )
}

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
