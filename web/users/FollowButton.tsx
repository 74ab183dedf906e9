import { useCurrentUser } from '#web/platform/current-user.ts'
import { Button } from '#web/ui/Button.tsx'
import { type Followable, toggleFollow } from './users.api.ts'
import { usersText } from './users.text.ts'

type FollowButtonProps = {
  person: Followable
  /** In a list the accessible name includes the person. */
  inList?: boolean
  /** It stands on a coloured row. */
  isFilled?: boolean
  /** No toast repeats what the button says. */
  isQuiet?: boolean | undefined
}

const labels = { accepted: usersText.following, pending: usersText.requested }

/** Hidden without a session, and on the viewer's own profile. */
export function FollowButton({ person, inList, isFilled, isQuiet }: FollowButtonProps) {
  const { id, username, follow_status } = person
  const viewer = useCurrentUser()
  const followVariant = inList && !isFilled ? 'soft' : 'primary'
  const toggle = toggleFollow(person, isQuiet)
  if (!viewer || viewer.id === id) return null
  return (
    <Button size="small" variant={follow_status ? 'outline' : followVariant} onClick={() => void toggle()}>
      {follow_status ? labels[follow_status] : usersText.follow}
      {inList && <span className="visually-hidden"> {username}</span>}
    </Button>
  )
}
