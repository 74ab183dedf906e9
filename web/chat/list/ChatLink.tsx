import { useQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { classNames } from '#web/ui/class-names.ts'
import { CountBadge } from '#web/ui/CountBadge.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import styles from './ChatLink.module.css'
import { chatLinkText } from './chat-link.text.ts'
import { chatCountsQuery } from '#web/chat/chat-counts.api.ts'

/** The link to the conversations, with the number of unread ones, or a dot for requests. */
export function ChatLink({ className }: { className?: string | undefined }) {
  const { unread_conversations: unread = 0, requests_count: requests = 0 } = useQuery(chatCountsQuery()).data ?? {}
  return (
    <IconButton
      tone="ink"
      className={classNames(styles.link, className)}
      label={chatLinkText.label(unread, requests)}
      render={(props) => <Link to={pagePaths.chat} {...props} />}
    >
      <MessageCircle size={24} aria-hidden />
      {unread > 0 && <CountBadge count={unread} />}
      {unread === 0 && requests > 0 && <span className={styles.dot} aria-hidden />}
    </IconButton>
  )
}
