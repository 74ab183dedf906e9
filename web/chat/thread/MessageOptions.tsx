import { Copy, Flag, Reply, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Message } from '#contract/chat.ts'
import { type Reaction, reactions } from '#contract/reactions.ts'
import { reactToMessage, useDeleteMessage } from '#web/chat/chat.api.ts'
import { chatText, reactionEmoji } from '#web/chat/chat.text.ts'
import { ReportDialog } from '#web/moderation/ReportDialog.tsx'
import { useConfirm } from '#web/ui/ConfirmDialog.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { Sheet } from '#web/ui/Dialog.tsx'
import { SheetItem } from '#web/ui/IconRow.tsx'
import styles from './MessageOptions.module.css'

type ReactionChoiceProps = { own: Reaction | undefined; onReact: (reaction: Reaction | null) => void }

/** The viewer's reaction to a message; pressed again it is taken back. */
const ReactionChoice = ({ own, onReact }: ReactionChoiceProps) => (
  <fieldset className={styles.choice}>
    <legend className="visually-hidden">{chatText.react}</legend>
    {reactions.map((reaction) => (
      <button
        key={reaction}
        type="button"
        className={styles.reaction}
        aria-label={chatText.reactions[reaction]}
        aria-pressed={reaction === own}
        onClick={() => onReact(reaction === own ? null : reaction)}
      >
        {reactionEmoji[reaction]}
      </button>
    ))}
  </fieldset>
)

export type SelectedMessage = { message: Message; isDeletableForBoth: boolean }

type MessageOptionsProps = {
  /** Stays set while the sheet animates out. */
  selected: SelectedMessage
  person: { id: number; username: string }
  /** Undefined where the viewer may neither answer nor react. */
  onReply: ((message: Message) => void) | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The menu of a message. */
export function MessageOptions({
  selected: { message, isDeletableForBoth },
  person,
  onReply,
  open,
  onOpenChange,
}: MessageOptionsProps) {
  const [isReporting, setReporting] = useState(false)
  const { confirm, confirmation } = useConfirm()
  const { mutate: deleteForMe } = useDeleteMessage(person.id)
  const { mutateAsync: deleteForBoth } = useDeleteMessage(person.id)
  const { is_own, is_deleted, text } = message
  const closeAnd = (act: () => void) => {
    onOpenChange(false)
    act()
  }
  const askToDelete = () =>
    confirm({
      danger: true,
      title: chatText.deleteForBoth,
      text: chatText.deleteForBothText(person.username),
      confirmLabel: chatText.delete,
      onConfirm: () => deleteForBoth({ message, scope: 'both' }),
    })
  const copy = () => copyText(text, { copied: chatText.copied, failed: chatText.copyFailed })
  return (
    <>
      <Sheet open={open} onOpenChange={onOpenChange} title={chatText.messageOptions} titleHidden>
        {onReply && !is_deleted && (
          <>
            <ReactionChoice
              own={message.reactions.find((reaction) => reaction.is_own)?.reaction}
              onReact={(reaction) => closeAnd(() => void reactToMessage(person.id, message, reaction))}
            />
            <SheetItem icon={<Reply size={20} />} onClick={() => closeAnd(() => onReply(message))}>
              {chatText.reply}
            </SheetItem>
          </>
        )}
        {text && (
          <SheetItem icon={<Copy size={20} />} onClick={() => closeAnd(() => void copy())}>
            {chatText.copy}
          </SheetItem>
        )}
        {!is_own && !is_deleted && (
          <DialogButton as={SheetItem} icon={<Flag size={20} />} onClick={() => closeAnd(() => setReporting(true))}>
            {chatText.report}
          </DialogButton>
        )}
        <SheetItem
          danger
          icon={<Trash2 size={20} />}
          onClick={() => closeAnd(() => deleteForMe({ message, scope: 'me' }))}
        >
          {chatText.deleteForMe}
        </SheetItem>
        {is_own && !is_deleted && isDeletableForBoth && (
          <DialogButton as={SheetItem} danger icon={<Trash2 size={20} />} onClick={() => closeAnd(askToDelete)}>
            {chatText.deleteForBoth}
          </DialogButton>
        )}
      </Sheet>
      {confirmation}
      <ReportDialog
        target={{ target_type: 'message', target_id: message.id }}
        open={isReporting}
        onOpenChange={setReporting}
      />
    </>
  )
}
