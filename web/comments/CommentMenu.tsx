import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Comment } from '#contract/comments.ts'
import { preloadSheet } from '#web/ui/Sheet.tsx'
import styles from './CommentMenu.module.css'
import { commentsText } from './comments.text.ts'

const loadOptions = () => import('#web/moderation/ModerationSheet.tsx')
const ModerationSheet = lazy(() => loadOptions().then((module) => ({ default: module.ModerationSheet })))

function preload() {
  preloadSheet()
  void loadOptions().catch(() => undefined)
}

/** What one may do about a comment of somebody else; it is loaded when the first one is opened. */
export function CommentMenu({ comment }: { comment: Comment }) {
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  const show = () => {
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      <button
        type="button"
        className={styles.options}
        aria-label={commentsText.optionsOf(comment.username)}
        aria-haspopup="dialog"
        onClick={show}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <Ellipsis size={16} aria-hidden />
      </button>
      {wanted && (
        <Suspense fallback={null}>
          <ModerationSheet
            title={commentsText.options}
            target={{ target_type: 'comment', target_id: comment.id }}
            person={{ id: comment.user_id, username: comment.username }}
            open={open}
            onOpenChange={setOpen}
          />
        </Suspense>
      )}
    </>
  )
}
