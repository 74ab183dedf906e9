import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { Comment } from '#contract/comments.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { preloadSheet } from '#web/ui/Sheet.tsx'
import styles from './CommentMenu.module.css'
import { commentsText } from './comments.text.ts'

const CommentOptions = lazyDialog(() => import('./CommentOptions.tsx'), 'CommentOptions')

function preload() {
  preloadSheet()
  CommentOptions.preload()
}

type CommentMenuProps = { postId: number; comment: Comment; isOwn: boolean }

/** The menu of a comment. Its code loads when the first one opens. */
export function CommentMenu({ postId, comment, isOwn }: CommentMenuProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={styles.options}
        aria-label={isOwn ? commentsText.optionsOfOwn : commentsText.optionsOf(comment.username)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <Ellipsis size={16} aria-hidden />
      </button>
      <CommentOptions postId={postId} comment={comment} isOwn={isOwn} open={open} onOpenChange={setOpen} />
    </>
  )
}
