import { Ban, Ellipsis, Flag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { BlockDialog } from '#web/moderation/BlockDialog.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { preloadDialog } from '#web/ui/Dialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { preloadSheet, Sheet } from '#web/ui/Sheet.tsx'
import { SheetItem } from '#web/ui/SheetItem.tsx'
import { closeConversation, useDeleteConversation } from '#web/chat/chat.api.ts'
import { chatText } from '#web/chat/chat.text.ts'

type ConversationMenuProps = {
  person: { id: number; username: string }
  onReport: () => void
  /** The conversation was deleted. */
  onDeleted: () => void
}

/** The menu of a conversation. */
export function ConversationMenu({ person, onReport, onDeleted }: ConversationMenuProps) {
  const [open, setOpen] = useState(false)
  const [question, setQuestion] = useState<'block' | 'delete' | null>(null)
  const { mutateAsync: deleteConversation } = useDeleteConversation(person.id)
  const closeAnd = (act: () => void) => {
    setOpen(false)
    act()
  }
  return (
    <>
      <IconButton
        label={chatText.options}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={preloadSheet}
        onFocus={preloadSheet}
      >
        <Ellipsis size={24} aria-hidden />
      </IconButton>
      <Sheet open={open} onOpenChange={setOpen} title={chatText.options} titleHidden>
        <SheetItem icon={<Flag size={20} />} onClick={() => closeAnd(onReport)}>
          {chatText.reportMessages}
        </SheetItem>
        <SheetItem
          danger
          icon={<Ban size={20} />}
          onPreload={preloadDialog}
          onClick={() => closeAnd(() => setQuestion('block'))}
        >
          {chatText.block}
        </SheetItem>
        <SheetItem
          danger
          icon={<Trash2 size={20} />}
          onPreload={preloadDialog}
          onClick={() => closeAnd(() => setQuestion('delete'))}
        >
          {chatText.deleteConversation}
        </SheetItem>
      </Sheet>
      <BlockDialog
        person={person}
        open={question === 'block'}
        onOpenChange={(next) => setQuestion(next ? 'block' : null)}
        onBlocked={() => closeConversation(person.id)}
      />
      <ConfirmDialog
        danger
        open={question === 'delete'}
        onOpenChange={(next) => setQuestion(next ? 'delete' : null)}
        title={chatText.deleteConversation}
        text={chatText.deleteConversationText(person.username)}
        cancelLabel={chatText.cancel}
        confirmLabel={chatText.delete}
        onConfirm={() => deleteConversation(undefined, { onSuccess: onDeleted })}
      />
    </>
  )
}
