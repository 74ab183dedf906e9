import { Heart } from 'lucide-react'
import type { Comment } from '#contract/comments.ts'
import { classNames } from '#web/ui/class-names.ts'
import styles from './CommentLike.module.css'
import { likeComment } from './comments.api.ts'
import { commentsText } from './comments.text.ts'

type CommentLikeProps = {
  comment: Comment
  /** Without a session it is not a button. */
  readOnly: boolean
}

export function CommentLike({ comment, readOnly }: CommentLikeProps) {
  const like = likeComment(comment)
  const className = classNames(styles.like, comment.user_liked && styles.liked)
  const content = (
    <>
      <Heart size={18} aria-hidden />
      <span className={styles.count} aria-hidden>
        {comment.likes_count > 0 && commentsText.count(comment.likes_count)}
      </span>
    </>
  )
  if (readOnly)
    return (
      <span className={className}>
        {content}
        <span className="visually-hidden">{commentsText.likes(comment.likes_count)}</span>
      </span>
    )
  return (
    <button
      type="button"
      className={className}
      aria-pressed={comment.user_liked}
      aria-label={`${commentsText.like(comment.username)}, ${commentsText.likes(comment.likes_count)}`}
      onClick={like}
    >
      {content}
    </button>
  )
}
