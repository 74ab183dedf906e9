import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Trash2, X } from 'lucide-react'
import { type RefObject, useContext, useEffect, useRef, useState } from 'react'
import { Link, matchPath, useLocation, useParams } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import type { Comment } from '#contract/comments.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { Post } from '#contract/posts.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { pageKey } from '#web/navigation/page-key.ts'
import { errorMessage, isGone } from '#web/platform/api-errors.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { useKeyboardInset } from '#web/platform/screen.ts'
import { trackVisiblePosts } from '#web/platform/visible-posts.ts'
import { postQuery } from '#web/posts/post.api.ts'
import { PostCard, PostCardSkeleton } from '#web/posts/PostCard.tsx'
import { PostUnavailable } from '#web/posts/PostUnavailable.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useRootAttribute } from '#web/ui/root-attribute.ts'
import { CommentForm } from './CommentForm.tsx'
import { CommentList } from './CommentList.tsx'
import { commentsQuery } from './comments.api.ts'
import { commentsText } from './comments.text.ts'
import { SelectedComment, useDeleteCommentQuestion } from './delete-comment-question.ts'
import styles from './PostPage.module.css'

const OtherPosts = lazyPart(async () => (await import('#web/users/OtherPosts.tsx')).OtherPosts)

type ReplyChipProps = { username: string; onCancel: () => void }

/** Above the field: whom the next comment answers. */
const ReplyChip = ({ username, onCancel }: ReplyChipProps) => (
  <div className={styles.chip}>
    <span className={styles.text}>{commentsText.replyingTo(username)}</span>
    <button
      type="button"
      className={styles.cancel}
      aria-label={commentsText.cancelReply}
      title={commentsText.cancelReply}
      onClick={onCancel}
    >
      <X size={16} aria-hidden />
    </button>
  </div>
)

type CommentComposerProps = {
  postId: number
  viewer: CurrentUser | null
  /** The comment that the next one answers. */
  answered: Comment | null
  onCancelReply: () => void
  onSent: (comment: Comment) => void
}

/** Takes the place of the bottom bar. */
function CommentComposer({ postId, viewer, answered, onCancelReply, onSent }: CommentComposerProps) {
  const bottom = useKeyboardInset()
  return (
    <div className={styles.composer} style={{ bottom }}>
      <div className={styles.inner}>
        {viewer ? (
          <>
            {answered && <ReplyChip username={answered.username} onCancel={onCancelReply} />}
            <CommentForm key={postId} postId={postId} viewer={viewer} replyTo={answered?.id ?? null} onSent={onSent} />
          </>
        ) : (
          <Button wide variant="soft" render={(props) => <Link to={pagePaths.login} {...props} />}>
            {commentsText.signIn}
          </Button>
        )}
      </div>
    </div>
  )
}

/** History entries that have been opened at their comments: on return the scroll position is restored instead. */
const openedKeys = new Set<string>()

type Loaded = { post: boolean; comments: boolean }

/** Whether the page was opened at its comments. */
const useIsAtComments = () => matchPath(pagePaths.comments(':postId'), useLocation().pathname) !== null

/** Under the address of the comments, the page opens with them in view; the post is above. */
function useStartAtComments(list: RefObject<HTMLElement | null>, { post, comments }: Loaded) {
  const location = useLocation()
  const isAtComments = useIsAtComments()
  const key = pageKey(location)
  useEffect(() => {
    if (!isAtComments || !post || openedKeys.has(key)) return
    list.current?.scrollIntoView({ behavior: 'instant' })
    if (comments) openedKeys.add(key)
  }, [list, isAtComments, key, post, comments])
}

/** The bin in the header, while a comment is selected. */
function DeleteSelectedComment({ postId }: { postId: number }) {
  const { selected } = useContext(SelectedComment)
  const { askToDelete, confirmation } = useDeleteCommentQuestion(postId)
  if (!selected) return null
  return (
    <>
      <DialogButton as={IconButton} label={commentsText.delete} tone="danger" onClick={() => askToDelete(selected)}>
        <Trash2 size={22} />
      </DialogButton>
      {confirmation}
    </>
  )
}

const FoundMoment = lazyPart(async () => (await import('#web/spotted/FoundMoment.tsx')).FoundMoment)

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
  const [selected, setSelected] = useState<Comment | null>(null)
  const isAtComments = useIsAtComments()
  const { pathname, hash } = useLocation()
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
  const heading = isAtComments ? commentsText.title : commentsText.post
  const title = post && !isAtComments ? commentsText.postOf(post.username) : heading
  if (isGone(shown.error) || isGone(query.error))
    return (
      <>
        <title>{heading}</title>
        <PageHeader title={heading} onBack={goBack} />
        <PostUnavailable />
      </>
    )
  return (
    <SelectedComment value={{ selected, select: setSelected }}>
      <div ref={page} className={styles.page}>
        <title>{title}</title>
        <PageHeader title={heading} onBack={goBack}>
          <DeleteSelectedComment postId={postId} />
        </PageHeader>
        <div ref={trackVisiblePosts([postId])}>
          {post && <PostCard post={post} urgent onComments={writeComment} />}
          {post && viewer && pathname + hash === pagePaths.foundInPost(postId) && (
            <FoundMoment post={post} viewer={viewer} />
          )}
          {!post && !shown.isError && <PostCardSkeleton picture={false} />}
          {!post && shown.isError && (
            <LoadFailure text={errorMessage(shown.error)} onRetry={() => void shown.refetch()} />
          )}
          <CommentList ref={list} postId={postId} viewerId={viewer?.id ?? null} query={query} onReply={reply} />
        </div>
        {post && !viewer && <OtherPosts post={post} />}
        <CommentComposer
          postId={postId}
          viewer={viewer}
          answered={answered}
          onCancelReply={() => setAnswered(null)}
          onSent={showSent}
        />
      </div>
    </SelectedComment>
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
