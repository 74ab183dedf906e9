import { useState } from 'react'
import { eventDescriptionLimit, eventTitleLimit } from '#contract/limits.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toWallTime } from './event-times.ts'
import { useAddEvent } from './events.api.ts'
import { eventsText } from './events.text.ts'

type NewEventDialogProps = { placeId: number; open: boolean; onOpenChange: (open: boolean) => void }

const blank = { title: '', starts: '', ends: '', description: '' }

/** The form of an event. What is written stays until it is published or cancelled. */
export function NewEventDialog({ placeId, open, onOpenChange }: NewEventDialogProps) {
  const [draft, setDraft] = useState(blank)
  const [now] = useState(() => toWallTime(new Date()))
  const [wasTried, setTried] = useState(false)
  const { mutate: addEvent, isPending, error, reset } = useAddEvent()
  const change = (part: Partial<typeof blank>) => setDraft((before) => ({ ...before, ...part }))
  const isTitleMissing = draft.title.trim() === ''
  const close = () => {
    onOpenChange(false)
    setDraft(blank)
    setTried(false)
    reset()
  }
  const publish = () => {
    setTried(true)
    if (isTitleMissing || draft.starts === '') return
    addEvent(
      {
        location_id: placeId,
        title: draft.title,
        description: draft.description,
        starts_at: draft.starts,
        ...(draft.ends && { ends_at: draft.ends }),
      },
      { onSuccess: close },
    )
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      dismissible={JSON.stringify(draft) === JSON.stringify(blank)}
      title={eventsText.newTitle}
      text={eventsText.newText}
      actions={
        <>
          <Button variant="outline" size="small" onClick={close}>
            {eventsText.cancel}
          </Button>
          <Button size="small" busy={isPending} onClick={publish}>
            {eventsText.publish}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <TextField
          dir="auto"
          label={eventsText.title}
          placeholder={eventsText.titlePlaceholder}
          maxLength={eventTitleLimit}
          autoComplete="off"
          value={draft.title}
          onChange={(title) => change({ title })}
          error={wasTried && isTitleMissing ? eventsText.titleMissing : null}
        />
        <TextField
          type="datetime-local"
          label={eventsText.start}
          hint={eventsText.italianTime}
          min={now}
          value={draft.starts}
          onChange={(starts) => change({ starts })}
          error={wasTried && draft.starts === '' ? eventsText.startMissing : null}
        />
        <TextField
          type="datetime-local"
          label={eventsText.end}
          min={draft.starts || now}
          value={draft.ends}
          onChange={(ends) => change({ ends })}
        />
        <TextArea
          label={eventsText.description}
          placeholder={eventsText.descriptionPlaceholder}
          maxLength={eventDescriptionLimit}
          countdown
          rows={3}
          value={draft.description}
          onChange={(description) => change({ description })}
        />
        {error && <Banner tone="danger">{errorMessage(error)}</Banner>}
      </Stack>
    </Dialog>
  )
}
