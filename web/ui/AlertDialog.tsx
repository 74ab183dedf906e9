import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { uiText } from './ui.text.ts'

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
