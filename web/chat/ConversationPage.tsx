import { useParams } from 'react-router'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { ConversationView } from './thread/ConversationView.tsx'

/** What one has with somebody else; also before the first word. */
export function ConversationPage() {
  const viewer = useCurrentUser()
  const otherId = Number(useParams().userId)
  return viewer && <ConversationView key={`${viewer.id} ${otherId}`} viewer={viewer} otherId={otherId} />
}
