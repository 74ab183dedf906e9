import type { Profile } from '#contract/users.ts'
import drawing from '#web/ui/drawings/closed-shutters.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { usersText } from './users.text.ts'

/** Shown instead of the posts of a private account. */
export const PrivateProfile = ({ person: { username, follow_status } }: { person: Profile }) => (
  <EmptyState
    drawing={drawing}
    title={usersText.privateTitle}
    text={follow_status === 'pending' ? usersText.privatePendingText(username) : usersText.privateText(username)}
  />
)
