import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Comment, CommentThread as Thread } from '#contract/comments.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { showToast } from '#web/ui/toast.ts'
import { CommentRow } from './CommentRow.tsx'
import styles from './CommentThread.module.css'
import { repliesQuery } from './comments.api.ts'
import { commentsText } from './comments.text.ts'

type CommentThreadProps = {
  postId: number
  thread: Thread
  viewerId: number | null
  onReply: () => void
}

/** A comment and below it the newest replies, or as many as somebody has asked for. */
export function CommentThread({ postId, thread, viewerId, onReply }: CommentThreadProps) {
  const [isExpanded, setExpanded] = useState(false)
  const query = useInfiniteQuery({ ...repliesQuery(postId, thread.id), enabled: isExpanded })
  const loaded = isExpanded ? (query.data?.pages.flatMap(({ replies }) => replies) ?? []) : []
  const replies = oldestFirst([...loaded, ...thread.replies])
  const hiddenCount = query.data && isExpanded && !query.hasNextPage ? 0 : thread.replies_count - replies.length
  const showMore = async () => {
    setExpanded(true)
    const { error } = await (query.data ? query.fetchNextPage() : query.refetch())
    if (error) showToast(errorMessage(error), 'danger')
  }
  return (
    <li>
      <CommentRow postId={postId} comment={thread} viewerId={viewerId} avatarSize={40}>
        {viewerId !== null && (
          <button
            type="button"
            className={styles.action}
            aria-label={commentsText.replyTo(thread.username)}
            onClick={onReply}
          >
            {commentsText.reply}
          </button>
        )}
      </CommentRow>
      {thread.replies_count > 0 && (
        <div className={styles.replies}>
          {hiddenCount > 0 && (
            <button type="button" className={styles.action} disabled={query.isFetching} onClick={() => void showMore()}>
              {commentsText.moreReplies(hiddenCount)}
            </button>
          )}
          <ul aria-label={commentsText.repliesTo(thread.username)}>
            {replies.map((reply) => (
              <li key={reply.id}>
                <CommentRow postId={postId} comment={reply} viewerId={viewerId} avatarSize={30} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </li>
  )
}

/** Each once. Ids increase with time. */
const oldestFirst = (replies: Comment[]) =>
  [...new Map(replies.map((reply) => [reply.id, reply])).values()].toSorted((one, other) => one.id - other.id)
