import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import type { Comment } from '#contract/comments.ts'
import type { Post } from '#contract/posts.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { errorMessage, isGone } from '#web/platform/api-errors.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { trackVisiblePosts } from '#web/platform/visible-posts.ts'
import { postQuery } from '#web/posts/post.api.ts'
import { PostCard } from '#web/posts/PostCard.tsx'
import { PostCardSkeleton } from '#web/posts/PostCardSkeleton.tsx'
import { PostUnavailable } from '#web/posts/PostUnavailable.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useRootAttribute } from '#web/ui/root-attribute.ts'
import { CommentComposer } from './CommentComposer.tsx'
import { CommentList } from './CommentList.tsx'
import { commentsQuery } from './comments.api.ts'
import { commentsText } from './comments.text.ts'
import styles from './PostPage.module.css'
import { useStartAtComments } from './start-at-comments.ts'

/** A post and its comments. Its two addresses differ in where the page is scrolled to when it opens. */
export function PostPage() {
  const postId = Number(useParams().postId)
  return <PostWithComments key={postId} postId={postId} />
}

function PostWithComments({ postId }: { postId: number }) {
  const viewer = useCurrentUser()
  const shown = useQuery(postQuery(postId))
  const post = shown.data?.pages[0]?.posts[0]
  const query = useInfiniteQuery(commentsQuery(postId))
  const goBack = useGoBack()
  const page = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLElement>(null)
  const [answered, setAnswered] = useState<Comment | null>(null)
  useRootAttribute('data-comments')
  useLeaveRemoved(post, goBack)
  useStartAtComments(list, { post: post !== undefined, comments: query.data !== undefined })

  const focusField = () => page.current?.querySelector<HTMLElement>('form textarea')?.focus({ preventScroll: true })
  const writeComment = () => {
    list.current?.scrollIntoView()
    focusField()
  }
  const reply = (comment: Comment) => {
    setAnswered(comment)
    focusField()
  }
  const showSent = ({ id, reply_to }: Comment) => {
    setAnswered(null)
    if (reply_to === null) return list.current?.scrollIntoView({ behavior: 'smooth' })
    // Once it is rendered.
    requestAnimationFrame(() =>
      document.getElementById(`comment-${id}`)?.scrollIntoView({ behavior: 'smooth', block: 'nearest' }),
    )
  }
  const title = post ? commentsText.postOf(post.username) : commentsText.post
  if (isGone(shown.error) || isGone(query.error))
    return (
      <>
        <title>{commentsText.post}</title>
        <PageHeader title={commentsText.post} onBack={goBack} />
        <PostUnavailable />
      </>
    )
  return (
    <div ref={page} className={styles.page}>
      <title>{title}</title>
      <PageHeader title={commentsText.post} onBack={goBack} />
      <div ref={trackVisiblePosts([postId])}>
        {post && <PostCard post={post} urgent onComments={writeComment} />}
        {!post && !shown.isError && <PostCardSkeleton picture={false} />}
        {!post && shown.isError && (
          <LoadFailure text={errorMessage(shown.error)} onRetry={() => void shown.refetch()} />
        )}
        <CommentList ref={list} postId={postId} viewerId={viewer?.id ?? null} query={query} onReply={reply} />
      </div>
      <CommentComposer
        postId={postId}
        viewer={viewer}
        answered={answered}
        onCancelReply={() => setAnswered(null)}
        onSent={showSent}
      />
    </div>
  )
}

/** Goes back once the post that the page has shown is removed: by its author, or because somebody was blocked. */
function useLeaveRemoved(post: Post | undefined, goBack: () => void) {
  const wasShown = useRef(false)
  useEffect(() => {
    if (!post && wasShown.current) goBack()
    wasShown.current = post !== undefined
  })
}
