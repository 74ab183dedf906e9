import { useQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { useParams } from 'react-router'
import type { Conversation } from '#contract/chat.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { RowLink } from '#web/navigation/RowLink.tsx'
import { StoryAvatar } from '#web/stories/StoryAvatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { chatText } from '#web/chat/chat.text.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { formatBadge } from '#web/ui/ui.text.ts'
import styles from './ConversationRow.module.css'
import { StatusIcon } from '#web/chat/thread/MessageParts.tsx'
import type { PendingMessage } from '#web/chat/compose/outbox.ts'
import { typingQuery } from '#web/chat/typing.api.ts'
import { messagePreview, pendingMessagePreview } from '#web/chat/message-preview.ts'

type ConversationRowProps = {
  conversation: Conversation
  /** The latest unsent message. */
  pending: PendingMessage | undefined
}

/** One conversation of the list; the whole row is a link. */
export function ConversationRow({ conversation: { user, last_message, unread_count }, pending }: ConversationRowProps) {
  const isTyping = useQuery(typingQuery(user.id)).data === true
  const isUnread = unread_count > 0
  // On a desk the list stands beside it.
  const isOpen = Number(useParams().userId) === user.id
  return (
    <li className={classNames(styles.row, isUnread && styles.unread, isOpen && styles.open)}>
      <StoryAvatar person={user} size={56} to={pagePaths.conversation(user.id)} />
      <RowLink className={styles.link} to={pagePaths.conversation(user.id)} isCurrent={isOpen}>
        <span className={styles.line}>
          <span className={styles.name}>
            {user.username}
            {user.display_name !== null && <bdi className={styles.displayName}>{user.display_name}</bdi>}
          </span>
          {last_message && <RelativeTime className={styles.time} at={last_message.created_at} />}
        </span>
        <span className={styles.line}>
          {isTyping ? (
            <span className={styles.typing}>{chatText.typing}</span>
          ) : (
            <LastMessage last={last_message} pending={pending} />
          )}
          {isUnread && (
            <span className={styles.count}>
              <span className="visually-hidden">{chatText.unreadLabel(unread_count)}</span>
              <span aria-hidden>{formatBadge(unread_count)}</span>
            </span>
          )}
        </span>
      </RowLink>
    </li>
  )
}

function LastMessage({ last, pending }: { last: Conversation['last_message']; pending: PendingMessage | undefined }) {
  if (pending)
    return (
      <span dir="auto" className={classNames(styles.preview, pending.refusal !== null && styles.failed)}>
        {pending.refusal === null ? <StatusIcon icon={Clock} label={chatText.pending} /> : `${chatText.notSent}: `}
        {pendingMessagePreview(pending)}
      </span>
    )
  return (
    <span dir="auto" className={styles.preview}>
      {last ? `${last.is_own ? `${chatText.youPrefix} ` : ''}${messagePreview(last)}` : chatText.noMessage}
    </span>
  )
}

/** Shown while conversations load. */
export const ConversationSkeleton = ({ width }: { width: number }) => (
  <li className={styles.row} aria-hidden>
    <Skeleton round="circle" width={56} height={56} />
    <span className={styles.lines}>
      <Skeleton width={width / 2} height={15} />
      <Skeleton width={width} height={13} />
    </span>
  </li>
)
