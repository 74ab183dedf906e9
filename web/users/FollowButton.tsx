import type { FollowStatus } from '#contract/listed-user.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './FollowButton.module.css'
import { useToggleFollow } from './users.api.ts'
import { usersText } from './users.text.ts'

type FollowButtonProps = {
  person: { id: number; username: string; follow_status: FollowStatus | null }
  /** One of many: its name says whom it follows. */
  inList?: boolean
}

const words = { accepted: usersText.following, pending: usersText.requested }

/** Not shown to who is signed out, nor for oneself. */
export function FollowButton({ person: { id, username, follow_status }, inList }: FollowButtonProps) {
  const viewer = useCurrentUser()
  const toggle = useToggleFollow(id, follow_status)
  if (!viewer || viewer.id === id) return null
  return (
    <Button className={styles.follow} size="small" variant={follow_status ? 'outline' : inList ? 'soft' : 'primary'} onClick={() => void toggle()}>
      {follow_status ? words[follow_status] : usersText.follow}
      {inList && <span className="visually-hidden"> {username}</span>}
    </Button>
  )
}
