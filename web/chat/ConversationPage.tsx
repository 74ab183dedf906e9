import { useParams } from 'react-router'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { ConversationView } from './thread/ConversationView.tsx'

/** The conversation with another user, also before its first message. */
export function ConversationPage() {
  const viewer = useCurrentUser()
  const otherId = Number(useParams().userId)
  return viewer && <ConversationView key={`${viewer.id} ${otherId}`} viewer={viewer} otherId={otherId} />
}
