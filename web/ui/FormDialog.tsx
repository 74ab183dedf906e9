import { type FormEvent, type ReactNode, useId } from 'react'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { focusFirstInvalid } from './focus-first-invalid.ts'
import { Stack } from './Layout.tsx'
import { uiText } from './ui.text.ts'

type FormDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  text: string
  submitLabel: string
  danger?: boolean
  busy: boolean
  /** Why it could not be sent. */
  problem: string | null
  /** Returns false if a field is invalid; the first invalid field is then focused. */
  onSubmit: () => boolean
  children: ReactNode
}

/** A form in a dialog. */
export function FormDialog({
  open,
  onClose,
  title,
  text,
  submitLabel,
  danger,
  busy,
  problem,
  onSubmit,
  children,
}: FormDialogProps) {
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy && !onSubmit()) focusFirstInvalid(event.currentTarget)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      dismissible={!busy}
      title={title}
      text={text}
      actions={
        <>
          <Button variant="outline" size="small" disabled={busy} onClick={onClose}>
            {uiText.cancel}
          </Button>
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} size="small" busy={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <Stack as="form" id={id} gap={4} onSubmit={submit} noValidate>
        {problem && <Banner tone="danger">{problem}</Banner>}
        {children}
      </Stack>
    </Dialog>
  )
}
