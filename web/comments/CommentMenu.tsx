import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { Comment } from '#contract/comments.ts'
import { ModerationSheet } from '#web/moderation/ModerationSheet.tsx'
import { preloadSheet } from '#web/ui/Sheet.tsx'
import styles from './CommentMenu.module.css'
import { commentsText } from './comments.text.ts'

/** What one may do about a comment of somebody else. */
export function CommentMenu({ comment }: { comment: Comment }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={styles.options}
        aria-label={commentsText.optionsOf(comment.username)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={preloadSheet}
        onFocus={preloadSheet}
      >
        <Ellipsis size={16} aria-hidden />
      </button>
      <ModerationSheet
        title={commentsText.options}
        target={{ target_type: 'comment', target_id: comment.id }}
        person={{ id: comment.user_id, username: comment.username }}
        open={open}
        onOpenChange={setOpen}
      />
    </>
  )
}
