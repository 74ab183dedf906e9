import { createContext, useContext } from 'react'
import type { Comment } from '#contract/comments.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useConfirm } from '#web/ui/ConfirmDialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useDeleteComment } from './comments.api.ts'
import { commentsText } from './comments.text.ts'

/** The viewer's own comment that the header deletes; a tap on its time selects it. */
export const SelectedComment = createContext<{ selected: Comment | null; select: (comment: Comment | null) => void }>({
  selected: null,
  select: () => undefined,
})

/** Returns a function that asks whether to delete a comment, and the dialog in which it asks. */
export function useDeleteCommentQuestion(postId: number) {
  const { selected, select } = useContext(SelectedComment)
  const { mutateAsync: deleteComment } = useDeleteComment(postId)
  const { confirm, confirmation } = useConfirm()
  const remove = async (comment: Comment) => {
    const { message } = await deleteComment(comment, {
      onError: (error) => showToast(errorMessage(error), 'danger'),
    })
    showToast(message)
    if (selected?.id === comment.id) select(null)
  }
  const askToDelete = (comment: Comment) => {
    const hasReplies = 'replies_count' in comment && comment.replies_count !== 0
    confirm({
      danger: true,
      title: commentsText.deleteTitle,
      text: hasReplies ? commentsText.deleteThreadQuestion : commentsText.deleteQuestion,
      confirmLabel: commentsText.confirmDelete,
      onConfirm: () => remove(comment),
    })
  }
  return { askToDelete, confirmation }
}
