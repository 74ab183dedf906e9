import { useParams } from 'react-router'
import { useGoBack } from '#web/navigation/go-back.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { useScreen } from '#web/platform/screen.ts'
import drawing from '#web/ui/drawings/voices-over-roofs.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useRootAttribute } from '#web/ui/root-attribute.ts'
import { chatText } from './chat.text.ts'
import styles from './ChatPage.module.css'
import { Conversations } from './list/Conversations.tsx'
import { ConversationView } from './thread/ConversationView.tsx'

/**
 * The conversations, or the one with another user, also before its first message. On a desk both beside each other; the
 * addresses are the same.
 */
export function ChatPage() {
  const viewer = useCurrentUser()
  const { userId } = useParams()
  const isDesk = useScreen('desk')
  const goBack = useGoBack()
  useRootAttribute('data-conversation', isDesk || userId !== undefined)
  if (!viewer) return null
  const otherId = Number(userId)
  const conversation = userId !== undefined && (
    <ConversationView key={`${viewer.id} ${otherId}`} viewer={viewer} otherId={otherId} isBesideList={isDesk} />
  )
  if (!isDesk)
    return (
      conversation || (
        <>
          <title>{chatText.title}</title>
          <Conversations onBack={goBack} />
        </>
      )
    )
  return (
    <div className={styles.panes}>
      <div className={styles.list}>
        <Conversations />
      </div>
      <div className={styles.thread}>{conversation || <NothingChosen />}</div>
    </div>
  )
}

const NothingChosen = () => (
  <div className={styles.nothing}>
    <title>{chatText.title}</title>
    <EmptyState drawing={drawing} title={chatText.chooseConversation} text={chatText.chooseConversationText} />
  </div>
)
