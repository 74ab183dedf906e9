import { Bookmark, Heart, MessageCircle } from 'lucide-react'
import { Link } from 'react-router'
import type { Post } from '#contract/posts.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { SpottedButton } from '#web/spotted/SpottedButton.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { bookmarkPost } from './bookmarks.api.ts'
import styles from './PostActions.module.css'
import { likePost } from './posts.api.ts'
import { postsText } from './posts.text.ts'

type PostActionsProps = {
  post: Post
  /** Shows the comments on the page of the post; without it, a link leads there. */
  onComments: (() => void) | undefined
}

/** The heart likes; the count beside it opens the list of likes. The bookmark saves the post. */
export function PostActions({ post, onComments }: PostActionsProps) {
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
        <button
          type="button"
          className={styles.heart}
          aria-pressed={post.user_liked}
          aria-label={postsText.like}
          disabled={!isSignedIn}
          onClick={like}
        >
          <Heart size={22} aria-hidden />
        </button>
        <Link className={styles.count} to={pagePaths.likes(post.id)} aria-label={postsText.likes(post.likes_count)}>
          {post.likes_count > 0 && postsText.count(post.likes_count)}
        </Link>
      </span>
      <SpottedButton post={post} />
      {onComments ? (
        <button type="button" {...commentsProps} onClick={onComments} />
      ) : (
        <Link {...commentsProps} to={pagePaths.comments(post.id)} />
      )}
      {isSignedIn && (
        <button
          type="button"
          className={classNames(styles.bookmark, post.user_bookmarked && styles.bookmarked)}
          aria-pressed={post.user_bookmarked}
          aria-label={postsText.bookmark}
          onClick={bookmarkPost(post)}
        >
          <Bookmark size={22} aria-hidden />
        </button>
      )}
    </footer>
  )
}
