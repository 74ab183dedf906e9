import { useState } from 'react'
import { errorMessage } from '#web/platform/api-errors.ts'
import { invitationLifetimesDays, invitationNoteLimit, invitationUsesLimit } from '#contract/limits.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useCreateInvitation } from './registrations.api.ts'
import { registrationsText } from './registrations.text.ts'

type Days = (typeof invitationLifetimesDays)[number]
type CreateInvitationDialogProps = { open: boolean; onClose: () => void; onCreated: (url: string) => void }

const lifetimes = invitationLifetimesDays.map((days) => ({
  value: `${days}` as const,
  label: registrationsText.lifetimes[days],
}))
const empty = { note: '', uses: '1', days: 7 as Days }

const isCount = (text: string) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= invitationUsesLimit

export function CreateInvitationDialog({ open, onClose, onCreated }: CreateInvitationDialogProps) {
  const [input, setInput] = useState(empty)
  const [submitted, setSubmitted] = useState(false)
  const { mutate: create, isPending, error, reset } = useCreateInvitation()
  const { note, uses, days } = input
  const change = (changes: Partial<typeof empty>) => setInput({ ...input, ...changes })
  const clear = () => {
    reset()
    setInput(empty)
    setSubmitted(false)
  }
  const submit = () => {
    setSubmitted(true)
    if (!isCount(uses.trim())) return false
    create(
      { note, max_uses: Number(uses), days },
      {
        onSuccess: ({ url }) => {
          clear()
          onCreated(url)
        },
      },
    )
    return true
  }
  return (
    <FormDialog
      open={open}
      onClose={() => {
        onClose()
        clear()
      }}
      title={registrationsText.createInvitation}
      text={registrationsText.createInvitationText}
      submitLabel={registrationsText.createInvitation}
      busy={isPending}
      problem={error && errorMessage(error)}
      onSubmit={submit}
    >
      <TextField
        label={registrationsText.note}
        autoComplete="off"
        maxLength={invitationNoteLimit}
        value={note}
        onChange={(value) => change({ note: value })}
        hint={registrationsText.noteHint}
      />
      <TextField
        label={registrationsText.uses}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        value={uses}
        onChange={(value) => change({ uses: value })}
        error={submitted && !isCount(uses.trim()) ? registrationsText.usesProblem : null}
      />
      <SelectField
        label={registrationsText.lifetime}
        placeholder={registrationsText.lifetime}
        options={lifetimes}
        value={`${days}`}
        onChange={(value) => change({ days: Number(value) as Days })}
      />
    </FormDialog>
  )
}
