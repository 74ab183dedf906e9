import { Link } from 'react-router'
import type { Comment } from '#contract/comments.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { StoryAvatar } from '#web/stories/StoryAvatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { CommentLike } from './CommentLike.tsx'
import { CommentMenu } from './CommentMenu.tsx'
import { commentsText } from './comments.text.ts'
import styles from './CommentRow.module.css'

type CommentRowProps = {
  comment: Comment
  viewerId: number | null
  selected: boolean
  /** Called for the viewer's own comments, by a click on the time. */
  onSelect: () => void
}

export function CommentRow({ comment, viewerId, selected, onSelect }: CommentRowProps) {
  const isOwn = comment.user_id === viewerId
  return (
    <li className={classNames(styles.row, selected && styles.selected)}>
      <StoryAvatar
        className={styles.avatar}
        person={{ id: comment.user_id, username: comment.username, profile_pic: comment.profile_pic }}
        size={40}
        to={pagePaths.profile(comment.user_id)}
      />
      <div className={styles.body}>
        <div className={styles.head}>
          <Link className={styles.name} to={pagePaths.profile(comment.user_id)}>
            {comment.username}
          </Link>
          {isOwn ? (
            <button
              type="button"
              className={classNames(styles.time, styles.own)}
              aria-pressed={selected}
              onClick={onSelect}
            >
              <span className="visually-hidden">{commentsText.select}, </span>
              <RelativeTime at={comment.created_at} />
            </button>
          ) : (
            <RelativeTime className={styles.time} at={comment.created_at} />
          )}
          {!isOwn && viewerId !== null && <CommentMenu comment={comment} />}
        </div>
        <p dir="auto" className={styles.text}>
          {comment.text}
        </p>
      </div>
      <CommentLike comment={comment} readOnly={viewerId === null} />
    </li>
  )
}
