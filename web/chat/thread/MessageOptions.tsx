import { Copy, Flag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Message } from '#contract/chat.ts'
import { ReportDialog } from '#web/moderation/ReportDialog.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { preloadDialog } from '#web/ui/Dialog.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { SheetItem } from '#web/ui/SheetItem.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useDeleteMessage } from '#web/chat/chat.api.ts'
import { chatText } from '#web/chat/chat.text.ts'

/** A message, and whether it is still one's own to take back. */
export type Selected = { message: Message; isYoung: boolean }

type MessageOptionsProps = {
  /** It stays while the sheet goes. */
  selected: Selected
  person: { id: number; username: string }
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What one may do with a message. */
export function MessageOptions({ selected: { message, isYoung }, person, open, onOpenChange }: MessageOptionsProps) {
  const [asking, setAsking] = useState<'both' | 'report' | null>(null)
  const { mutate: deleteForMe } = useDeleteMessage(person.id)
  const { mutateAsync: deleteForBoth } = useDeleteMessage(person.id)
  const { is_own, is_deleted, text } = message
  const leave = (act: () => void) => {
    onOpenChange(false)
    act()
  }
  // Where the connection is not safe there is no clipboard.
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    showToast(chatText.copied)
  }
  return (
    <>
      <Sheet open={open} onOpenChange={onOpenChange} title={chatText.messageOptions} titleHidden>
        {text && 'clipboard' in navigator && (
          <SheetItem icon={<Copy size={20} />} onClick={() => leave(() => void copy())}>
            {chatText.copy}
          </SheetItem>
        )}
        {!is_own && !is_deleted && (
          <SheetItem
            icon={<Flag size={20} />}
            onPreload={preloadDialog}
            onClick={() => leave(() => setAsking('report'))}
          >
            {chatText.report}
          </SheetItem>
        )}
        <SheetItem
          danger
          icon={<Trash2 size={20} />}
          onClick={() => leave(() => deleteForMe({ message, scope: 'me' }))}
        >
          {chatText.deleteForMe}
        </SheetItem>
        {is_own && !is_deleted && isYoung && (
          <SheetItem
            danger
            icon={<Trash2 size={20} />}
            onPreload={preloadDialog}
            onClick={() => leave(() => setAsking('both'))}
          >
            {chatText.deleteForBoth}
          </SheetItem>
        )}
      </Sheet>
      <ConfirmDialog
        danger
        open={asking === 'both'}
        onOpenChange={(next) => setAsking(next ? 'both' : null)}
        title={chatText.deleteForBoth}
        text={chatText.deleteForBothText(person.username)}
        cancelLabel={chatText.cancel}
        confirmLabel={chatText.delete}
        onConfirm={() => deleteForBoth({ message, scope: 'both' })}
      />
      <ReportDialog
        target={{ target_type: 'message', target_id: message.id }}
        open={asking === 'report'}
        onOpenChange={(next) => setAsking(next ? 'report' : null)}
      />
    </>
  )
}
