import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Comment } from '#contract/comments.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { preloadDialog } from '#web/ui/Dialog.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { SheetItem } from '#web/ui/SheetItem.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useDeleteComment } from './comments.api.ts'
import { commentsText } from './comments.text.ts'

type DeleteCommentSheetProps = {
  postId: number
  comment: Comment
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Further items. */
  children: ReactNode
}

/** The author's menu of a comment. */
export function DeleteCommentSheet({ postId, comment, open, onOpenChange, children }: DeleteCommentSheetProps) {
  const hasReplies = 'replies_count' in comment && comment.replies_count !== 0
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const { mutateAsync: deleteComment } = useDeleteComment(postId)
  const askToConfirm = () => {
    onOpenChange(false)
    setConfirmOpen(true)
  }
  const confirm = () =>
    deleteComment(comment, {
      onSuccess: ({ message }) => showToast(message),
      onError: (error) => showToast(errorMessage(error), 'danger'),
    })
  return (
    <>
      <Sheet open={open} onOpenChange={onOpenChange} title={commentsText.options} titleHidden>
        {children}
        <SheetItem danger icon={<Trash2 size={20} />} onPreload={preloadDialog} onClick={askToConfirm}>
          {commentsText.delete}
        </SheetItem>
      </Sheet>
      <ConfirmDialog
        danger
        open={isConfirmOpen}
        onOpenChange={setConfirmOpen}
        title={commentsText.deleteTitle}
        text={hasReplies ? commentsText.deleteThreadQuestion : commentsText.deleteQuestion}
        cancelLabel={commentsText.cancel}
        confirmLabel={commentsText.confirmDelete}
        onConfirm={confirm}
      />
    </>
  )
}
