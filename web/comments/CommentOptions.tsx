import { Copy, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Comment } from '#contract/comments.ts'
import { ModerationSheet } from '#web/moderation/ModerationSheet.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { Sheet } from '#web/ui/Dialog.tsx'
import { SheetItem } from '#web/ui/IconRow.tsx'
import { commentsText } from './comments.text.ts'
import { useDeleteCommentQuestion } from './delete-comment-question.ts'

type DeleteCommentSheetProps = {
  postId: number
  comment: Comment
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Further items. */
  children: ReactNode
}

/** The author's menu of a comment. */
function DeleteCommentSheet({ postId, comment, open, onOpenChange, children }: DeleteCommentSheetProps) {
  const { askToDelete, confirmation } = useDeleteCommentQuestion(postId)
  const ask = () => {
    onOpenChange(false)
    askToDelete(comment)
  }
  return (
    <>
      <Sheet open={open} onOpenChange={onOpenChange} title={commentsText.options} titleHidden>
        {children}
        <DialogButton as={SheetItem} danger icon={<Trash2 size={20} />} onClick={ask}>
          {commentsText.delete}
        </DialogButton>
      </Sheet>
      {confirmation}
    </>
  )
}

type CommentOptionsProps = {
  postId: number
  comment: Comment
  isOwn: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Everybody copies a comment; its author deletes it, the others report or block. */
export function CommentOptions({ postId, comment, isOwn, open, onOpenChange }: CommentOptionsProps) {
  const copy = () => {
    onOpenChange(false)
    void copyText(comment.text, { copied: commentsText.copied, failed: commentsText.copyFailed })
  }
  const copyItem = (
    <SheetItem icon={<Copy size={20} />} onClick={copy}>
      {commentsText.copy}
    </SheetItem>
  )
  const sheet = { open, onOpenChange, children: copyItem }
  return isOwn ? (
    <DeleteCommentSheet postId={postId} comment={comment} {...sheet} />
  ) : (
    <ModerationSheet
      title={commentsText.options}
      target={{ target_type: 'comment', target_id: comment.id }}
      person={{ id: comment.user_id, username: comment.username }}
      {...sheet}
    />
  )
}
