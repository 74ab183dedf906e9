import { useState } from 'react'
import { errorMessage } from '#web/platform/api-errors.ts'
import { announcementTextLimit } from '#contract/limits.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useCreateAnnouncement } from './all-announcements.api.ts'
import { AnnouncementBanner } from './AnnouncementBanner.tsx'
import { announcementsText } from './announcements.text.ts'
import styles from './CreateAnnouncementDialog.module.css'

const blank = { text: '', starts: '', ends: '' }

/** The moment of a `datetime-local` field, which is of the clock of this device. */
const momentOf = (wallTime: string) => new Date(wallTime).toISOString()

export function CreateAnnouncementDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [draft, setDraft] = useState(blank)
  const [submitted, setSubmitted] = useState(false)
  const { mutate: create, isPending, error, reset } = useCreateAnnouncement()
  const change = (part: Partial<typeof blank>) => setDraft((before) => ({ ...before, ...part }))
  const text = draft.text.trim()
  const close = () => {
    onClose()
    reset()
    setDraft(blank)
    setSubmitted(false)
  }
  const submit = () => {
    setSubmitted(true)
    if (!text) return false
    create(
      {
        text,
        ...(draft.starts && { starts_at: momentOf(draft.starts) }),
        ...(draft.ends && { ends_at: momentOf(draft.ends) }),
      },
      { onSuccess: close },
    )
    return true
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={announcementsText.create}
      text={announcementsText.createText}
      submitLabel={announcementsText.publish}
      busy={isPending}
      problem={error && errorMessage(error)}
      onSubmit={submit}
    >
      <TextArea
        label={announcementsText.text}
        placeholder={announcementsText.placeholder}
        maxLength={announcementTextLimit}
        countdown
        rows={3}
        value={draft.text}
        onChange={(value) => change({ text: value })}
        error={submitted && !text ? announcementsText.textMissing : null}
      />
      <TextField
        type="datetime-local"
        label={announcementsText.starts}
        hint={announcementsText.startsHint}
        value={draft.starts}
        onChange={(value) => change({ starts: value })}
      />
      <TextField
        type="datetime-local"
        label={announcementsText.ends}
        hint={announcementsText.endsHint}
        value={draft.ends}
        onChange={(value) => change({ ends: value })}
      />
      {text && (
        <div className={styles.preview}>
          <p className={styles.label}>{announcementsText.preview}</p>
          <AnnouncementBanner text={text} />
        </div>
      )}
    </FormDialog>
  )
}
