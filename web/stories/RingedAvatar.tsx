import { Avatar } from '#web/ui/Avatar.tsx'
import styles from './RingedAvatar.module.css'
import { useRing } from './rings.api.ts'

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
