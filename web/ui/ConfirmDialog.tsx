import { type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  text: string
  /** Further fields. */
  children?: ReactNode
  cancelLabel: string
  confirmLabel: string
  /** The dialog closes when the promise resolves, and stays open when it rejects. */
  onConfirm: () => unknown
  /** For irreversible actions. */
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
