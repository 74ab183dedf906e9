import { Bookmark, Heart, MessageCircle, Share2 } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import type { Post } from '#contract/posts.ts'
import { CountLink } from '#web/navigation/CountLink.tsx'
import { LiveText } from '#web/navigation/LiveText.tsx'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { SpottedButton } from '#web/spotted/SpottedButton.tsx'
import { SpottedPeople } from '#web/spotted/SpottedPeople.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import { Sheet } from '#web/ui/Dialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { bookmarkPost } from './bookmarks.api.ts'
import { PostHeader } from './PostHeader.tsx'
import { PostPictures } from './PostPictures.tsx'
import { likePost } from './posts.api.ts'
import { postsText } from './posts.text.ts'
import { textPreview } from './text-preview.ts'
import styles from './PostCard.module.css'

/** Shown while posts load. */
export function PostCardSkeleton({ picture }: { picture?: boolean }) {
  const hasPicture = picture ?? true
  return (
    <div className={styles.card} aria-hidden>
      <div className={styles.skeletonHeader}>
        <Skeleton round="circle" width={44} height={44} />
        <div className={styles.skeletonLines}>
          <Skeleton width={112} height={15} />
          <Skeleton width={176} height={12} />
        </div>
      </div>
      {hasPicture && <Skeleton className={styles.skeletonPicture} round="photo" height="auto" />}
      <div className={styles.skeletonText}>
        <Skeleton width="88%" height={hasPicture ? 15 : 22} />
        <Skeleton width="56%" height={hasPicture ? 15 : 22} />
      </div>
    </div>
  )
}

const SharePostSheet = lazyDialog(() => import('./SharePostSheet.tsx'), 'SharePostSheet', Sheet)

/** Its code loads when the first one opens. */
function ShareButton({ post }: { post: Post }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <DialogButton
        as="button"
        opens={SharePostSheet}
        type="button"
        className={styles.icon}
        aria-label={postsText.sharePost}
        onClick={() => setOpen(true)}
      >
        <Share2 size={21} aria-hidden />
      </DialogButton>
      <SharePostSheet post={post} open={open} onOpenChange={setOpen} />
    </>
  )
}

type PostActionsProps = {
  post: Post
  /** Shows the comments on the page of the post; without it, a link leads there. */
  onComments: (() => void) | undefined
}

/**
 * The heart likes, or leads visitors to registering; the count beside it opens the list of likes. The bookmark saves the
 * post.
 */
function PostActions({ post, onComments }: PostActionsProps) {
  const isSignedIn = useCurrentUser() !== null
  const like = likePost(post)
  const commentsProps = {
    className: styles.comments,
    'aria-label': postsText.comments(post.comments_count),
    children: (
      <>
        <MessageCircle size={22} aria-hidden />
        {post.comments_count > 0 && <span className={styles.number}>{postsText.count(post.comments_count)}</span>}
      </>
    ),
  }
  return (
    <footer className={styles.actions}>
      <span className={classNames(styles.like, post.user_liked && styles.liked)}>
        {isSignedIn ? (
          <button
            type="button"
            className={classNames(styles.icon, styles.heart)}
            aria-pressed={post.user_liked}
            aria-label={postsText.like}
            onClick={like}
          >
            <Heart size={22} aria-hidden />
          </button>
        ) : (
          // Leads back to this page.
          <Link
            className={classNames(styles.icon, styles.heart)}
            to={pagePaths.register}
            aria-label={postsText.registerToLike}
          >
            <Heart size={22} aria-hidden />
          </Link>
        )}
        <CountLink
          className={styles.count}
          to={pagePaths.likes(post.id)}
          label={postsText.likes}
          count={post.likes_count}
        />
      </span>
      <SpottedButton post={post} />
      {onComments ? (
        <button type="button" {...commentsProps} onClick={onComments} />
      ) : (
        <Link {...commentsProps} to={pagePaths.comments(post.id)} />
      )}
      <span className={styles.end}>
        <ShareButton post={post} />
        {isSignedIn && (
          <button
            type="button"
            className={classNames(styles.icon, post.user_bookmarked && styles.bookmarked)}
            aria-pressed={post.user_bookmarked}
            aria-label={postsText.bookmark}
            onClick={bookmarkPost(post)}
          >
            <Bookmark size={22} aria-hidden />
          </button>
        )}
      </span>
    </footer>
  )
}

/** Shorter texts without a picture are set as a quote. */
const maxQuoteLength = 180

/** Posts shown in full. Remembered, so that a list has the same height on return. */
const expandedIds = new Set<number>()

type PostTextProps = {
  post: Post
  /** A long text is cut. */
  isInList: boolean
}

function PostText({ post, isInList }: PostTextProps) {
  const [isOpen, setOpen] = useState(expandedIds.has(post.id))
  const preview = isOpen || !isInList ? null : textPreview(post.text)
  const isQuote = !post.image_url && !preview && post.text.length <= maxQuoteLength
  if (post.text === '') return null
  const open = () => {
    expandedIds.add(post.id)
    setOpen(true)
  }
  return (
    <p
      dir="auto"
      className={classNames(styles.text, isQuote && styles.quote, !post.image_url && !isQuote && styles.withoutPicture)}
    >
      {preview ? (
        <bdi>
          <LiveText text={post.text} length={preview.length} />
        </bdi>
      ) : (
        <LiveText text={post.text} />
      )}
      {preview && (
        <button type="button" className={styles.more} onClick={open}>
          {postsText.more}
        </button>
      )}
    </p>
  )
}

/** Elements that handle clicks or input themselves. */
const controls = 'a, button, input, textarea, label, video, [role="dialog"]'

/**
 * Returns the click handler of a card that leads to a page. The card is no link, so that its text can be selected and
 * its controls are not nested in one: a link inside it leads to the same page.
 */
function useCardClick(to: string) {
  const navigate = useNavigate()
  return ({ target, currentTarget, defaultPrevented }: MouseEvent<HTMLElement>) => {
    // A dialog that a card opens is elsewhere in the page, but its clicks reach the card in React's tree.
    if (defaultPrevented || !(target instanceof Element) || !currentTarget.contains(target)) return
    if (target.closest(controls) || window.getSelection()?.isCollapsed === false) return
    void navigate(to)
  }
}

type PostCardProps = {
  post: Post
  /** Its picture is fetched with high priority. */
  urgent?: boolean
  /** On the page of the post: shows its comments. In a list the card leads to that page. */
  onComments?: () => void
}

export function PostCard({ post, urgent, onComments }: PostCardProps) {
  const isInList = onComments === undefined
  const open = useCardClick(pagePaths.post(post.id))
  return (
    // The time is the link for the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <article
      data-post={post.id}
      className={classNames(styles.card, isInList && styles.leads)}
      aria-label={postsText.cardLabel(post.username)}
      onClick={isInList ? open : undefined}
    >
      <PostHeader post={post} isInList={isInList} />
      {post.image_url && <PostPictures post={post} urgent={urgent} isInList={isInList} />}
      <PostText post={post} isInList={isInList} />
      <SpottedPeople post={post} />
      <PostActions post={post} onComments={onComments} />
    </article>
  )
}
