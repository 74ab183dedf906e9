import { Copy } from 'lucide-react'
import type { Comment } from '#contract/comments.ts'
import { ModerationSheet } from '#web/moderation/ModerationSheet.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { SheetItem } from '#web/ui/SheetItem.tsx'
import { commentsText } from './comments.text.ts'
import { DeleteCommentSheet } from './DeleteCommentSheet.tsx'

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
