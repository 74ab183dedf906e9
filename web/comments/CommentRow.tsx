import { Ellipsis, Heart } from 'lucide-react'
import { type ReactNode, useContext, useState } from 'react'
import { Link } from 'react-router'
import type { Comment } from '#contract/comments.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { LiveText } from '#web/navigation/LiveText.tsx'
import { StoryAvatar } from '#web/stories/StoryAvatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Sheet } from '#web/ui/Dialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { likeComment } from './comments.api.ts'
import { commentsText } from './comments.text.ts'
import { SelectedComment } from './delete-comment-question.ts'
import styles from './CommentRow.module.css'

/** Shown while comments load. */
export const CommentSkeleton = ({ lines }: { lines: 1 | 2 }) => (
  <li aria-hidden className={styles.row}>
    <Skeleton round="circle" width={40} height={40} />
    <div className={styles.loading}>
      <Skeleton width={lines === 1 ? 120 : 150} height={14} />
      <Skeleton width={lines === 1 ? '58%' : '92%'} height={14} />
      {lines === 2 && <Skeleton width="44%" height={14} />}
    </div>
  </li>
)

type CommentLikeProps = {
  comment: Comment
  /** Without a session it is not a button. */
  readOnly: boolean
}

function CommentLike({ comment, readOnly }: CommentLikeProps) {
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

const CommentOptions = lazyDialog(() => import('./CommentOptions.tsx'), 'CommentOptions', Sheet)

type CommentMenuProps = { postId: number; comment: Comment; isOwn: boolean }

/** The menu of a comment. Its code loads when the first one opens. */
function CommentMenu({ postId, comment, isOwn }: CommentMenuProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <DialogButton
        as="button"
        opens={CommentOptions}
        type="button"
        className={styles.options}
        aria-label={isOwn ? commentsText.optionsOfOwn : commentsText.optionsOf(comment.username)}
        onClick={() => setOpen(true)}
      >
        <Ellipsis size={16} aria-hidden />
      </DialogButton>
      <CommentOptions postId={postId} comment={comment} isOwn={isOwn} open={open} onOpenChange={setOpen} />
    </>
  )
}

/** When a comment was written; a tap on that of one's own selects it. */
function CommentTime({ comment, isOwn }: { comment: Comment; isOwn: boolean }) {
  const { selected, select } = useContext(SelectedComment)
  if (!isOwn) return <RelativeTime className={styles.time} at={comment.created_at} />
  const isSelected = selected?.id === comment.id
  return (
    <button
      type="button"
      className={classNames(styles.time, styles.button)}
      aria-pressed={isSelected}
      onClick={() => select(isSelected ? null : comment)}
    >
      <RelativeTime at={comment.created_at} />
      <span className="visually-hidden">{commentsText.select}</span>
    </button>
  )
}

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
        <CommentTime comment={comment} isOwn={comment.user_id === viewerId} />
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
