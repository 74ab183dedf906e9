import { Heart } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { cardPictureSizes } from '#contract/pictures.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { Post } from '#contract/posts.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { Picture } from '#web/ui/Picture.tsx'
import styles from './PostPicture.module.css'
import { likePost } from './posts.api.ts'
import { postsText } from './posts.text.ts'
import { useTaps } from './taps.ts'

type PostPictureProps = { post: Post; url: string; urgent: boolean | undefined; isInList: boolean }

/** The picture of a post. A tap opens it, two likes the post. */
export function PostPicture({ post, url, urgent, isInList }: PostPictureProps) {
  const viewer = useCurrentUser()
  const navigate = useNavigate()
  const [beats, setBeats] = useState(0)
  const like = likePost(post)
  const onClick = useTaps({
    onTap: () => void navigate(pagePaths.post(post.id)),
    onDoubleTap:
      viewer &&
      (() => {
        setBeats((count) => count + 1)
        if (!post.user_liked) like()
      }),
  })
  const picture = (
    <Picture
      src={url}
      alt={postsText.picture(post.username, post.location_name)}
      width={post.image_width}
      height={post.image_height}
      thumbhash={post.image_thumbhash}
      sizes={cardPictureSizes}
      urgent={urgent}
    />
  )
  if (!isInList) return <div className={styles.picture}>{picture}</div>
  return (
    // In a list the time of the post is the same link: one stop for the keyboard is enough.
    <button type="button" className={styles.picture} tabIndex={-1} onClick={onClick}>
      {picture}
      {beats > 0 && (
        <Heart key={beats} className={styles.heart} size={96} aria-hidden onAnimationEnd={() => setBeats(0)} />
      )}
    </button>
  )
}
