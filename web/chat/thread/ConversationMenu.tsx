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
  /** There is nothing left to look at. */
  onGone: () => void
}

/** What one may do about a conversation. */
export function ConversationMenu({ person, onReport, onGone }: ConversationMenuProps) {
  const [open, setOpen] = useState(false)
  const [asking, setAsking] = useState<'block' | 'delete' | null>(null)
  const { mutateAsync: deleteConversation } = useDeleteConversation(person.id)
  const leave = (act: () => void) => {
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
        <SheetItem icon={<Flag size={20} />} onClick={() => leave(onReport)}>
          {chatText.reportMessages}
        </SheetItem>
        <SheetItem
          danger
          icon={<Ban size={20} />}
          onPreload={preloadDialog}
          onClick={() => leave(() => setAsking('block'))}
        >
          {chatText.block}
        </SheetItem>
        <SheetItem
          danger
          icon={<Trash2 size={20} />}
          onPreload={preloadDialog}
          onClick={() => leave(() => setAsking('delete'))}
        >
          {chatText.deleteConversation}
        </SheetItem>
      </Sheet>
      <BlockDialog
        person={person}
        open={asking === 'block'}
        onOpenChange={(next) => setAsking(next ? 'block' : null)}
        onBlocked={() => closeConversation(person.id)}
      />
      <ConfirmDialog
        danger
        open={asking === 'delete'}
        onOpenChange={(next) => setAsking(next ? 'delete' : null)}
        title={chatText.deleteConversation}
        text={chatText.deleteConversationText(person.username)}
        cancelLabel={chatText.cancel}
        confirmLabel={chatText.delete}
        onConfirm={() => deleteConversation(undefined, { onSuccess: onGone })}
      />
    </>
  )
}
