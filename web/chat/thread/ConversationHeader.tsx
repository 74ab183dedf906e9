import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import type { RingedPerson } from '#web/stories/RingedAvatar.tsx'
import { StoryAvatar } from '#web/stories/StoryAvatar.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { chatText } from '#web/chat/chat.text.ts'
import styles from './ConversationHeader.module.css'
import { ConversationMenu } from './ConversationMenu.tsx'
import { typingQuery } from '#web/chat/typing.api.ts'

type ConversationHeaderProps = {
  person: RingedPerson
  /** Shows a back button. */
  onBack: (() => void) | undefined
  onDeleted: () => void
  /** Starts the selection of messages to report. */
  onReport: () => void
}

/** The other person, and whether they are typing. */
export function ConversationHeader({ person, onBack, onDeleted, onReport }: ConversationHeaderProps) {
  const isTyping = useQuery(typingQuery(person.id)).data === true
  return (
    <header className={styles.header}>
      {onBack ? (
        <IconButton label={chatText.back} tone="ink" onClick={onBack}>
          <ArrowLeft size={24} />
        </IconButton>
      ) : (
        <span />
      )}
      <StoryAvatar person={person} size={40} to={pagePaths.profile(person.id)} />
      <div className={styles.person}>
        <h1 className={styles.name}>
          <Link className={styles.link} to={pagePaths.profile(person.id)}>
            {person.username}
          </Link>
        </h1>
        <output className={styles.typing}>{isTyping && chatText.typing}</output>
      </div>
      <ConversationMenu person={person} onReport={onReport} onDeleted={onDeleted} />
    </header>
  )
}
