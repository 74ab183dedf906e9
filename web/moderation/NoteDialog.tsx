import { useState } from 'react'
import { moderatorNoteLimit } from '#contract/limits.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { ConfirmDialog, useQuestion } from '#web/ui/ConfirmDialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { reportsText } from './reports.text.ts'

type Question = {
  title: string
  text: string
  confirm: string
  /** States who reads the note. */
  hint: string
  danger?: boolean
  /** A rejection is shown and leaves the dialog open. */
  onConfirm: (note: string) => unknown
}

type NoteDialogProps = Question & { open: boolean; onOpenChange: (open: boolean) => void }

/** Confirms a decision, with an optional note. */
function NoteDialog({ title, text, confirm, hint, danger = false, open, onOpenChange, onConfirm }: NoteDialogProps) {
  const [note, setNote] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const change = (next: boolean) => {
    setFailure(null)
    if (!next) setNote('')
    onOpenChange(next)
  }
  const decide = async () => {
    setFailure(null)
    try {
      await onConfirm(note)
    } catch (error) {
      setFailure(error)
      throw error
    }
  }
  return (
    <ConfirmDialog
      danger={danger}
      open={open}
      onOpenChange={change}
      title={title}
      text={text}
      confirmLabel={confirm}
      onConfirm={decide}
    >
      <Stack gap={3}>
        <TextArea
          label={reportsText.note}
          placeholder={reportsText.notePlaceholder}
          hint={hint}
          maxLength={moderatorNoteLimit}
          countdown
          rows={2}
          value={note}
          onChange={setNote}
        />
        {failure !== null && <Banner tone="danger">{errorMessage(failure)}</Banner>}
      </Stack>
    </ConfirmDialog>
  )
}

/** Returns a function that asks about a decision, and the dialog in which it asks for a note too. */
export function useNoteQuestion() {
  const { question, ask, dialog } = useQuestion<Question>()
  return { confirmWithNote: ask, noteDialog: question && <NoteDialog {...question} {...dialog} /> }
}
