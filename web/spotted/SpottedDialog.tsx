import type { Post } from '#contract/posts.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { preloadDialog } from '#web/ui/Dialog.tsx'
import { RecognitionDialog } from './RecognitionDialog.tsx'
import { recognitionText } from './recognition.text.ts'

export type SpottedDialogProps = {
  post: Post
  open: boolean
  onOpenChange: (open: boolean) => void
  onConfirm: () => void
}

/** Fetches what the question needs before it is asked. */
export const preloadSpottedDialog = preloadDialog

/** What is asked before somebody says “that is me”, and before they take back what another confirmed. */
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
        onConfirm={onConfirm}
      />
    </>
  )
}
