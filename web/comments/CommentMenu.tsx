import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { Comment } from '#contract/comments.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { preloadSheet } from '#web/ui/Sheet.tsx'
import styles from './CommentMenu.module.css'
import { commentsText } from './comments.text.ts'

const ModerationSheet = lazyDialog(() => import('#web/moderation/ModerationSheet.tsx'), 'ModerationSheet')

function preload() {
  preloadSheet()
  ModerationSheet.preload()
}

/** The menu of another user's comment. Its code loads when the first one opens. */
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
        onPointerEnter={preload}
        onFocus={preload}
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
