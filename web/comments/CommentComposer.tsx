import { Link } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import type { Comment } from '#contract/comments.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { useKeyboardInset } from '#web/platform/keyboard-inset.ts'
import { Button } from '#web/ui/Button.tsx'
import { CommentForm } from './CommentForm.tsx'
import styles from './CommentComposer.module.css'
import { commentsText } from './comments.text.ts'
import { ReplyChip } from './ReplyChip.tsx'

type CommentComposerProps = {
  postId: number
  viewer: CurrentUser | null
  /** The comment that the next one answers. */
  answered: Comment | null
  onCancelReply: () => void
  onSent: (comment: Comment) => void
}

/** Takes the place of the bottom bar. */
export function CommentComposer({ postId, viewer, answered, onCancelReply, onSent }: CommentComposerProps) {
  const bottom = useKeyboardInset()
  return (
    <div className={styles.composer} style={{ bottom }}>
      <div className={styles.inner}>
        {viewer ? (
          <>
            {answered && <ReplyChip username={answered.username} onCancel={onCancelReply} />}
            <CommentForm key={postId} postId={postId} viewer={viewer} replyTo={answered?.id ?? null} onSent={onSent} />
          </>
        ) : (
          <Button wide variant="soft" render={(props) => <Link to={pagePaths.login} {...props} />}>
            {commentsText.signIn}
          </Button>
        )}
      </div>
    </div>
  )
}
