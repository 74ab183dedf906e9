import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Ban, Ellipsis, Flag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { PresentedUser } from '#contract/listed-user.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { closeConversation, useDeleteConversation } from '#web/chat/chat.api.ts'
import { chatText } from '#web/chat/chat.text.ts'
import { typingQuery } from '#web/chat/typing.api.ts'
import { useBlockQuestion } from '#web/moderation/BlockQuestion.tsx'
import { StoryAvatar } from '#web/stories/StoryAvatar.tsx'
import { useConfirm } from '#web/ui/ConfirmDialog.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Sheet } from '#web/ui/Dialog.tsx'
import { SheetItem } from '#web/ui/IconRow.tsx'
import styles from './ConversationView.module.css'

type ConversationMenuProps = {
  person: { id: number; username: string }
  onReport: () => void
  /** The conversation was deleted. */
  onDeleted: () => void
}

/** The menu of a conversation. */
function ConversationMenu({ person, onReport, onDeleted }: ConversationMenuProps) {
  const [open, setOpen] = useState(false)
  const { askToBlock, blockConfirmation } = useBlockQuestion(() => closeConversation(person.id))
  const { confirm, confirmation } = useConfirm()
  const { mutateAsync: deleteConversation } = useDeleteConversation(person.id)
  const askToDelete = () =>
    confirm({
      danger: true,
      title: chatText.deleteConversation,
      text: chatText.deleteConversationText(person.username),
      confirmLabel: chatText.delete,
      onConfirm: () => deleteConversation(undefined, { onSuccess: onDeleted }),
    })
  const closeAnd = (act: () => void) => {
    setOpen(false)
    act()
  }
  return (
    <>
      <DialogButton as={IconButton} opens={Sheet} label={chatText.options} onClick={() => setOpen(true)}>
        <Ellipsis size={24} aria-hidden />
      </DialogButton>
      <Sheet open={open} onOpenChange={setOpen} title={chatText.options} titleHidden>
        <SheetItem icon={<Flag size={20} />} onClick={() => closeAnd(onReport)}>
          {chatText.reportMessages}
        </SheetItem>
        <DialogButton as={SheetItem} danger icon={<Ban size={20} />} onClick={() => closeAnd(() => askToBlock(person))}>
          {chatText.block}
        </DialogButton>
        <DialogButton as={SheetItem} danger icon={<Trash2 size={20} />} onClick={() => closeAnd(askToDelete)}>
          {chatText.deleteConversation}
        </DialogButton>
      </Sheet>
      {blockConfirmation}
      {confirmation}
    </>
  )
}

type ConversationHeaderProps = {
  person: PresentedUser
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
      <div className="grows">
        <h1 className={styles.name}>
          <Link className={styles.link} to={pagePaths.profile(person.id)}>
            {person.username}
          </Link>
        </h1>
        {person.display_name !== null && !isTyping && (
          <p dir="auto" className={styles.displayName}>
            {person.display_name}
          </p>
        )}
        <output className={styles.typing}>{isTyping && chatText.typing}</output>
      </div>
      <ConversationMenu person={person} onReport={onReport} onDeleted={onDeleted} />
    </header>
  )
}
