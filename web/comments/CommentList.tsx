import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { RefObject } from 'react'
import type { Output } from '#contract/calls.ts'
import type { Comment } from '#contract/comments.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import drawing from '#web/ui/drawings/quiet-harbour.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { CommentSkeleton } from './CommentSkeleton.tsx'
import { CommentThread } from './CommentThread.tsx'
import styles from './CommentList.module.css'
import { commentsText } from './comments.text.ts'
import { NewComments } from './NewComments.tsx'

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
