import { cardPictureSizes } from '#contract/pictures.ts'
import type { Post } from '#contract/posts.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { PostActions } from './PostActions.tsx'
import styles from './PostCard.module.css'
import { PostHeader } from './PostHeader.tsx'
import { PostText } from './PostText.tsx'
import { postsText } from './posts.text.ts'

type PostCardProps = {
  post: Post
  /** Its picture is fetched with high priority. */
  urgent?: boolean
}

export function PostCard({ post, urgent }: PostCardProps) {
  return (
    <article data-post={post.id} className={styles.card} aria-label={postsText.cardLabel(post.username)}>
      <PostHeader post={post} />
      {post.image_url && (
        <Picture
          className={styles.picture}
          src={post.image_url}
          alt={postsText.picture(post.username, post.location_name)}
          width={post.image_width}
          height={post.image_height}
          thumbhash={post.image_thumbhash}
          sizes={cardPictureSizes}
          urgent={urgent}
        />
      )}
      <PostText post={post} />
      <PostActions post={post} />
    </article>
  )
}
