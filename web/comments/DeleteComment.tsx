import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '#web/platform/api-errors.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { preloadDialog } from '#web/ui/Dialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useDeleteComment } from './comments.api.ts'
import { commentsText } from './comments.text.ts'

type DeleteCommentProps = { postId: number; commentId: number; onDeleted: () => void }

export function DeleteComment({ postId, commentId, onDeleted }: DeleteCommentProps) {
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const { mutateAsync: deleteComment } = useDeleteComment(postId)
  const confirm = () =>
    deleteComment(commentId, {
      onSuccess: ({ message }) => {
        showToast(message)
        onDeleted()
      },
      onError: (error) => showToast(errorMessage(error), 'danger'),
    })
  return (
    <>
      <IconButton
        tone="danger"
        label={commentsText.delete}
        onClick={() => setConfirmOpen(true)}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
      >
        <Trash2 size={22} />
      </IconButton>
      <ConfirmDialog
        danger
        open={isConfirmOpen}
        onOpenChange={setConfirmOpen}
        title={commentsText.deleteTitle}
        text={commentsText.deleteQuestion}
        cancelLabel={commentsText.cancel}
        confirmLabel={commentsText.confirmDelete}
        onConfirm={confirm}
      />
    </>
  )
}
