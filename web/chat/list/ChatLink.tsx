import { useQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { CountBadge } from '#web/ui/CountBadge.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import styles from './ChatLink.module.css'
import { chatLinkText } from './chat-link.text.ts'
import { chatCountsQuery } from '#web/chat/chat-counts.api.ts'

/** The link to the conversations, with the number of unread ones. */
export function ChatLink() {
  const unread = useQuery(chatCountsQuery()).data?.unread_conversations ?? 0
  return (
    <IconButton
      tone="ink"
      className={styles.link}
      label={chatLinkText.label(unread)}
      render={(props) => <Link to={pagePaths.chat} {...props} />}
    >
      <MessageCircle size={24} aria-hidden />
      {unread > 0 && <CountBadge count={unread} />}
    </IconButton>
  )
}
