import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useGoBack } from '#web/navigation/go-back.ts'
import { isGone, errorMessage } from '#web/platform/api-errors.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { trackVisiblePosts } from '#web/platform/visible-posts.ts'
import { PostUnavailable } from '#web/posts/PostUnavailable.tsx'
import drawing from '#web/ui/drawings/quiet-harbour.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useRootAttribute } from '#web/ui/root-attribute.ts'
import { CommentComposer } from './CommentComposer.tsx'
import { CommentRow } from './CommentRow.tsx'
import { CommentSkeleton } from './CommentSkeleton.tsx'
import { commentsQuery } from './comments.api.ts'
import { commentsText } from './comments.text.ts'
import styles from './CommentsPage.module.css'
import { DeleteComment } from './DeleteComment.tsx'
import { NewComments } from './NewComments.tsx'

export function CommentsPage() {
  const postId = Number(useParams().postId)
  const viewer = useCurrentUser()
  const query = useInfiniteQuery(commentsQuery(postId))
  const [selectedId, select] = useState<number | null>(null)
  const goBack = useGoBack()
  useRootAttribute('data-comments')
  const comments = query.data?.pages.flatMap((page) => page.comments)
  return (
    <div ref={trackVisiblePosts([postId])} className={styles.page}>
      <title>{commentsText.title}</title>
      <PageHeader title={commentsText.title} onBack={goBack}>
        {selectedId !== null && (
          <DeleteComment key={selectedId} postId={postId} commentId={selectedId} onDeleted={() => select(null)} />
        )}
      </PageHeader>
      {comments && <NewComments postId={postId} shown={comments} />}
      {comments?.length === 0 && <EmptyState drawing={drawing} title={commentsText.empty} />}
      {isGone(query.error) && <PostUnavailable />}
      {!comments && query.isError && !isGone(query.error) && (
        <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
      )}
      <ul className={styles.list} aria-label={commentsText.list} aria-busy={query.isPending}>
        {query.isPending && <FirstLoad />}
        {comments?.map((comment) => (
          <CommentRow
            key={comment.id}
            comment={comment}
            viewerId={viewer?.id ?? null}
            selected={comment.id === selectedId}
            onSelect={() => select(comment.id === selectedId ? null : comment.id)}
          />
        ))}
      </ul>
      <NextPage query={query} />
      {(query.isPending || comments) && !isGone(query.error) && <CommentComposer postId={postId} viewer={viewer} />}
    </div>
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
