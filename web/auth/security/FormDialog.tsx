import { type FormEvent, type ReactNode, useId } from 'react'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts'
import styles from './FormDialog.module.css'
import { securityErrorMessage } from './security.api.ts'
import { securityText } from './security.text.ts'

type FormDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  text: string
  submitLabel: string
  danger?: boolean
  busy: boolean
  error: Error | null
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
  error,
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
            {securityText.cancel}
          </Button>
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} size="small" busy={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.form} onSubmit={submit} noValidate>
        {error && <Banner tone="danger">{securityErrorMessage(error)}</Banner>}
        {children}
      </form>
    </Dialog>
  )
}
