import { useParams } from 'react-router'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { OpenConversation } from './thread/ConversationView.tsx'

/** What one has with somebody else; also before the first word. */
export function ConversationPage() {
  const viewer = useCurrentUser()
  const otherId = Number(useParams().userId)
  return viewer && <OpenConversation key={`${viewer.id} ${otherId}`} viewer={viewer} otherId={otherId} />
}
