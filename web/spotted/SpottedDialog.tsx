import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { preloadDialog } from '#web/ui/Dialog.tsx'
import { RecognitionDialog, type SpottedDialogProps } from './RecognitionDialog.tsx'
import { recognitionText } from './recognition.text.ts'

/** Fetches the code of the dialog before it opens. */
export const preloadSpottedDialog = preloadDialog

/**
 * Confirms a request to be recognised, and the withdrawal of a confirmed one.
 * @public for knip: `lazyDialog` loads it by name.
 */
export function SpottedDialog(props: SpottedDialogProps) {
  const { post, open, onOpenChange, onConfirm } = props
  const isConfirmed = post.user_spotted_status === 'confirmed'
  return (
    <>
      <RecognitionDialog {...props} open={open && !isConfirmed} />
      <ConfirmDialog
        danger
        open={open && isConfirmed}
        onOpenChange={onOpenChange}
        title={recognitionText.withdrawTitle}
        text={recognitionText.withdrawText(post.username)}
        cancelLabel={recognitionText.cancel}
        confirmLabel={recognitionText.withdraw}
        onConfirm={() => onConfirm()}
      />
    </>
  )
}
