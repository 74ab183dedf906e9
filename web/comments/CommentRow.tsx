import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Comment } from '#contract/comments.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { LiveText } from '#web/navigation/LiveText.tsx'
import { StoryAvatar } from '#web/stories/StoryAvatar.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { CommentLike } from './CommentLike.tsx'
import { CommentMenu } from './CommentMenu.tsx'
import styles from './CommentRow.module.css'

type CommentRowProps = {
  postId: number
  comment: Comment
  viewerId: number | null
  avatarSize: number
  /** Below the text. */
  children?: ReactNode
}

/** A comment, or a reply to one. */
export const CommentRow = ({ postId, comment, viewerId, avatarSize, children }: CommentRowProps) => (
  <div id={`comment-${comment.id}`} className={styles.row}>
    <StoryAvatar
      className={styles.avatar}
      person={{ id: comment.user_id, username: comment.username, profile_pic: comment.profile_pic }}
      size={avatarSize}
      to={pagePaths.profile(comment.user_id)}
    />
    <div className={styles.body}>
      <div className={styles.head}>
        <Link className={styles.name} to={pagePaths.profile(comment.user_id)}>
          {comment.username}
        </Link>
        <RelativeTime className={styles.time} at={comment.created_at} />
        {viewerId !== null && <CommentMenu postId={postId} comment={comment} isOwn={comment.user_id === viewerId} />}
      </div>
      <p dir="auto" className={styles.text}>
        <LiveText text={comment.text} />
      </p>
      {children}
    </div>
    <CommentLike comment={comment} readOnly={viewerId === null} />
  </div>
)
