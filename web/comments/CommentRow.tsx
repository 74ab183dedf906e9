import type { Comment } from '#contract/comments.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { CommentLike } from './CommentLike.tsx'
import { commentsText } from './comments.text.ts'
import styles from './CommentRow.module.css'

type CommentRowProps = {
  comment: Comment
  viewerId: number | null
  selected: boolean
  /** For one's own: the time selects it. */
  onSelect: () => void
}

export function CommentRow({ comment, viewerId, selected, onSelect }: CommentRowProps) {
  return (
    <li className={classNames(styles.row, selected && styles.selected)}>
      <Avatar className={styles.avatar} name={comment.username} picture={comment.profile_pic} size={40} />
      <div className={styles.body}>
        <div className={styles.head}>
          <span className={styles.name}>{comment.username}</span>
          {comment.user_id === viewerId ? (
            <button type="button" className={classNames(styles.time, styles.own)} aria-pressed={selected} onClick={onSelect}>
              <span className="visually-hidden">{commentsText.select}, </span>
              <RelativeTime at={comment.created_at} />
            </button>
          ) : (
            <RelativeTime className={styles.time} at={comment.created_at} />
          )}
        </div>
        <p className={styles.text}>{comment.text}</p>
      </div>
      <CommentLike comment={comment} readOnly={viewerId === null} />
    </li>
  )
}
