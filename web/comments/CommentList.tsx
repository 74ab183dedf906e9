import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import type { Output } from '#contract/calls.ts'
import type { Comment, CommentThread, CommentThread as Thread } from '#contract/comments.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { nearEdgePx } from '#web/platform/screen.ts'
import drawing from '#web/ui/drawings/quiet-harbour.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NewItemsPill } from '#web/ui/NewItemsPill.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { showToast } from '#web/ui/toast.ts'
import { CommentRow, CommentSkeleton } from './CommentRow.tsx'
import { clearNewestComments, newestCommentsQuery, repliesQuery, showNewestComments } from './comments.api.ts'
import { commentsText } from './comments.text.ts'
import styles from './CommentRow.module.css'

type NewCommentsProps = { postId: number; shown: CommentThread[]; list: RefObject<HTMLElement | null> }

/** Shows new comments at once while the list begins in view; to readers further down it offers them: nothing moves. */
function NewComments({ postId, shown, list }: NewCommentsProps) {
  const { data: newest } = useQuery(newestCommentsQuery(postId))
  useEffect(() => {
    const listTop = list.current?.getBoundingClientRect().top ?? 0
    if (newest && listTop > -nearEdgePx) showNewestComments(postId, newest)
  }, [postId, newest, list])
  useEffect(() => () => clearNewestComments(postId), [postId])
  // Ids increase with time.
  const hasNew = (newest?.[0]?.id ?? 0) > (shown[0]?.id ?? 0) || hasNewReplies(newest ?? [], shown)
  const show = () => {
    list.current?.scrollIntoView()
    if (newest) showNewestComments(postId, newest)
  }
  return <NewItemsPill text={hasNew ? commentsText.newComments : null} onShow={show} />
}

function hasNewReplies(newest: CommentThread[], shown: CommentThread[]) {
  const shownCounts = new Map(shown.map(({ id, replies_count }) => [id, replies_count]))
  return newest.some(({ id, replies_count }) => replies_count > (shownCounts.get(id) ?? replies_count))
}

type CommentThreadProps = {
  postId: number
  thread: Thread
  viewerId: number | null
  onReply: () => void
}

/** A comment and below it the newest replies, or as many as somebody has asked for. */
function CommentThread({ postId, thread, viewerId, onReply }: CommentThreadProps) {
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

type CommentListProps = {
  ref: RefObject<HTMLElement | null>
  postId: number
  viewerId: number | null
  query: UseInfiniteQueryResult<InfiniteData<Output<'getComments'>>>
  onReply: (comment: Comment) => void
}

/** The comments of a post, below it. */
export function CommentList({ ref, postId, viewerId, query, onReply }: CommentListProps) {
  const comments = query.data?.pages.flatMap((page) => page.comments)
  return (
    <section ref={ref} className={styles.section} aria-labelledby="comments-title">
      <h2 id="comments-title" className={styles.title}>
        {commentsText.title}
      </h2>
      {comments && <NewComments postId={postId} shown={comments} list={ref} />}
      {comments?.length === 0 && <EmptyState drawing={drawing} title={commentsText.empty} />}
      {!comments && query.isError && (
        <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
      )}
      <ul className={styles.list} aria-label={commentsText.list} aria-busy={query.isPending}>
        {query.isPending && <FirstLoad />}
        {comments?.map((comment) => (
          <CommentThread
            key={comment.id}
            postId={postId}
            thread={comment}
            viewerId={viewerId}
            onReply={() => onReply(comment)}
          />
        ))}
      </ul>
      <NextPage query={query} />
    </section>
  )
}

const FirstLoad = () => (
  <>
    <CommentSkeleton lines={1} />
    <CommentSkeleton lines={2} />
    <CommentSkeleton lines={1} />
    <CommentSkeleton lines={2} />
  </>
)
