import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { PlaceEvent } from '#contract/events.ts'
import { ModerationSheet } from '#web/moderation/ModerationSheet.tsx'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { SheetItem } from '#web/ui/SheetItem.tsx'
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
  const [isConfirming, setConfirming] = useState(false)
  const confirm = async () => {
    try {
      await deleteEvent(event.id)
    } catch (error) {
      showToast(errorMessage(error), 'danger')
      throw error
    }
  }
  const ask = () => {
    sheet.onOpenChange(false)
    setConfirming(true)
  }
  return (
    <>
      <Sheet titleHidden {...sheet}>
        <SheetItem danger icon={<Trash2 size={20} />} onClick={ask}>
          {eventsText.delete}
        </SheetItem>
      </Sheet>
      <ConfirmDialog
        danger
        open={isConfirming}
        onOpenChange={setConfirming}
        title={eventsText.deleteTitle}
        text={eventsText.deleteText}
        cancelLabel={eventsText.cancel}
        confirmLabel={eventsText.confirmDelete}
        onConfirm={confirm}
      />
    </>
  )
}
