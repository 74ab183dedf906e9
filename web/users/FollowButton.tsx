import { useCurrentUser } from '#web/platform/current-user.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './FollowButton.module.css'
import { type Followable, toggleFollow } from './users.api.ts'
import { usersText } from './users.text.ts'

type FollowButtonProps = {
  person: Followable
  /** One of many: its name says whom it follows. */
  inList?: boolean
}

const words = { accepted: usersText.following, pending: usersText.requested }

/** Not shown to who is signed out, nor for oneself. */
export function FollowButton({ person, inList }: FollowButtonProps) {
  const { id, username, follow_status } = person
  const viewer = useCurrentUser()
  const toggle = toggleFollow(person)
  if (!viewer || viewer.id === id) return null
  return (
    <Button
      className={styles.follow}
      size="small"
      variant={follow_status ? 'outline' : inList ? 'soft' : 'primary'}
      onClick={() => void toggle()}
    >
      {follow_status ? words[follow_status] : usersText.follow}
      {inList && <span className="visually-hidden"> {username}</span>}
    </Button>
  )
}
