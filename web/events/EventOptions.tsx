import { Trash2 } from 'lucide-react'
import type { PlaceEvent } from '#contract/events.ts'
import { ModerationSheet } from '#web/moderation/ModerationSheet.tsx'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { useConfirm } from '#web/ui/ConfirmDialog.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { Sheet } from '#web/ui/Dialog.tsx'
import { SheetItem } from '#web/ui/IconRow.tsx'
import { showToast } from '#web/ui/toast.ts'
import { deleteEvent } from './events.api.ts'
import { eventsText } from './events.text.ts'

type EventOptionsProps = { event: PlaceEvent; open: boolean; onOpenChange: (open: boolean) => void }

/** The author of an event can delete it; everybody else can report it or block the author. */
export function EventOptions({ event, open, onOpenChange }: EventOptionsProps) {
  const viewer = useCurrentUser()
  const sheet = { open, onOpenChange, title: eventsText.options }
  return viewer?.id === event.user_id ? (
    <DeleteEvent event={event} {...sheet} />
  ) : (
    <ModerationSheet
      target={{ target_type: 'event', target_id: event.id }}
      person={{ id: event.user_id, username: event.username }}
      {...sheet}
    />
  )
}

function DeleteEvent({ event, ...sheet }: EventOptionsProps & { title: string }) {
  const { confirm, confirmation } = useConfirm()
  const remove = async () => {
    try {
      await deleteEvent(event.id)
    } catch (error) {
      showToast(errorMessage(error), 'danger')
      throw error
    }
  }
  const ask = () => {
    sheet.onOpenChange(false)
    confirm({
      danger: true,
      title: eventsText.deleteTitle,
      text: eventsText.deleteText,
      confirmLabel: eventsText.confirmDelete,
      onConfirm: remove,
    })
  }
  return (
    <>
      <Sheet titleHidden {...sheet}>
        <DialogButton as={SheetItem} danger icon={<Trash2 size={20} />} onClick={ask}>
          {eventsText.delete}
        </DialogButton>
      </Sheet>
      {confirmation}
    </>
  )
}
