import { pagePaths } from '#contract/page-paths.ts'
import type { Post } from '#contract/posts.ts'
import { SpottedPeople } from '#web/spotted/SpottedPeople.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useCardClick } from './card-click.ts'
import { PostActions } from './PostActions.tsx'
import styles from './PostCard.module.css'
import { PostHeader } from './PostHeader.tsx'
import { PostPictures } from './PostPictures.tsx'
import { PostText } from './PostText.tsx'
import { postsText } from './posts.text.ts'

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
