import { useQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import styles from './ChatLink.module.css'
import { chatLinkText } from './chat-link.text.ts'
import { chatCountsQuery } from '#web/chat/chat-counts.api.ts'

/** Leads to the messages, and says how many conversations have something unread. */
export function ChatLink() {
  const unread = useQuery(chatCountsQuery()).data?.unread_conversations ?? 0
  return (
    <IconButton
      tone="ink"
      className={styles.link}
      label={chatLinkText.label(unread)}
      render={(clothes) => <Link to={pagePaths.chat} {...clothes} />}
    >
      <MessageCircle size={24} aria-hidden />
      {unread > 0 && (
        <span className={styles.count} aria-hidden>
          {chatLinkText.short(unread)}
        </span>
      )}
    </IconButton>
  )
}
