import { Copy, Flag, Reply, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Message } from '#contract/chat.ts'
import { ReportDialog } from '#web/moderation/ReportDialog.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { preloadDialog } from '#web/ui/Dialog.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { SheetItem } from '#web/ui/SheetItem.tsx'
import { reactToMessage, useDeleteMessage } from '#web/chat/chat.api.ts'
import { chatText } from '#web/chat/chat.text.ts'
import { ReactionChoice } from './ReactionChoice.tsx'

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
  const [question, setQuestion] = useState<'both' | 'report' | null>(null)
  const { mutate: deleteForMe } = useDeleteMessage(person.id)
  const { mutateAsync: deleteForBoth } = useDeleteMessage(person.id)
  const { is_own, is_deleted, text } = message
  const closeAnd = (act: () => void) => {
    onOpenChange(false)
    act()
  }
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
          <SheetItem
            icon={<Flag size={20} />}
            onPreload={preloadDialog}
            onClick={() => closeAnd(() => setQuestion('report'))}
          >
            {chatText.report}
          </SheetItem>
        )}
        <SheetItem
          danger
          icon={<Trash2 size={20} />}
          onClick={() => closeAnd(() => deleteForMe({ message, scope: 'me' }))}
        >
          {chatText.deleteForMe}
        </SheetItem>
        {is_own && !is_deleted && isDeletableForBoth && (
          <SheetItem
            danger
            icon={<Trash2 size={20} />}
            onPreload={preloadDialog}
            onClick={() => closeAnd(() => setQuestion('both'))}
          >
            {chatText.deleteForBoth}
          </SheetItem>
        )}
      </Sheet>
      <ConfirmDialog
        danger
        open={question === 'both'}
        onOpenChange={(next) => setQuestion(next ? 'both' : null)}
        title={chatText.deleteForBoth}
        text={chatText.deleteForBothText(person.username)}
        cancelLabel={chatText.cancel}
        confirmLabel={chatText.delete}
        onConfirm={() => deleteForBoth({ message, scope: 'both' })}
      />
      <ReportDialog
        target={{ target_type: 'message', target_id: message.id }}
        open={question === 'report'}
        onOpenChange={(next) => setQuestion(next ? 'report' : null)}
      />
    </>
  )
}
