import { type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  text: string
  /** What is asked for besides. */
  children?: ReactNode
  cancelLabel: string
  confirmLabel: string
  /** Closes the dialog once it is done; a rejection leaves it open. */
  onConfirm: () => unknown
  /** What cannot be taken back is red. */
  danger?: boolean
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  text,
  children,
  cancelLabel,
  confirmLabel,
  onConfirm,
  danger,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  const confirm = () => {
    setBusy(true)
    Promise.resolve()
      .then(onConfirm)
      .then(
        () => onOpenChange(false),
        () => undefined,
      )
      .finally(() => setBusy(false))
  }
  return (
    <Dialog
      urgent
      open={open}
      onOpenChange={onOpenChange}
      dismissible={!busy}
      title={title}
      text={text}
      actions={
        <>
          <Button variant="outline" size="small" disabled={busy} onClick={() => onOpenChange(false)}>
            {cancelLabel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} size="small" busy={busy} onClick={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
