import { type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { uiText } from './ui.text.ts'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  text: string
  /** Further fields. */
  children?: ReactNode
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
            {uiText.cancel}
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

/** The question that a dialog asks. It stays while the dialog animates out. */
export function useQuestion<Question>() {
  const [question, setQuestion] = useState<Question | null>(null)
  const [open, setOpen] = useState(false)
  const ask = (next: Question) => {
    setQuestion(next)
    setOpen(true)
  }
  return { question, ask, dialog: { open, onOpenChange: setOpen } }
}

type Question = Omit<ConfirmDialogProps, 'open' | 'onOpenChange' | 'children'>

/** Returns a function that asks a question before it acts, and the dialog in which it asks. */
export function useConfirm() {
  const { question, ask, dialog } = useQuestion<Question>()
  return { confirm: ask, confirmation: question && <ConfirmDialog {...question} {...dialog} /> }
}

type AlertDialogProps = {
  title: string
  /** Null: closed. */
  text: string | null
  onClose: () => void
}

/** An alert that the user has to confirm. */
export function AlertDialog({ title, text, onClose }: AlertDialogProps) {
  return (
    <Dialog
      urgent
      open={text !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={title}
      text={text}
      actions={
        <Button size="small" onClick={onClose}>
          {uiText.understood}
        </Button>
      }
    />
  )
}
