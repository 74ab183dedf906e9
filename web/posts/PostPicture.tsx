import { Heart } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { cardPictureSizes } from '#contract/pictures.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { Post } from '#contract/posts.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { Lightbox } from '#web/ui/Lightbox.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { PictureAlt } from '#web/ui/PictureAlt.tsx'
import { pictureAlt } from './picture-alt.ts'
import styles from './PostPicture.module.css'
import { likePost } from './posts.api.ts'
import { useTaps } from './taps.ts'

type PostPictureProps = { post: Post; url: string; urgent: boolean | undefined; isInList: boolean }

/** The picture of a post. A tap opens it: in a list the post, on its page the picture. Two taps like the post. */
export function PostPicture({ post, url, urgent, isInList }: PostPictureProps) {
  const viewer = useCurrentUser()
  const navigate = useNavigate()
  const [isLarge, setLarge] = useState(false)
  const [beats, setBeats] = useState(0)
  const like = likePost(post)
  const likeOnce = () => {
    setBeats((count) => count + 1)
    if (!post.user_liked) like()
  }
  const open = () => (isInList ? void navigate(pagePaths.post(post.id)) : setLarge(true))
  const onClick = useTaps({ onTap: open, onDoubleTap: viewer && likeOnce })
  const picture = {
    src: url,
    alt: pictureAlt(post),
    width: post.image_width,
    height: post.image_height,
  }
  return (
    <div className={styles.frame}>
      <button
        type="button"
        className={styles.picture}
        onClick={onClick}
        // In a list the time of the post is the same link: one stop for the keyboard is enough.
        {...(isInList ? { tabIndex: -1 } : { 'aria-haspopup': 'dialog', onPointerEnter: Lightbox.preload })}
      >
        <Picture {...picture} thumbhash={post.image_thumbhash} sizes={cardPictureSizes} urgent={urgent} />
        {beats > 0 && (
          <Heart key={beats} className={styles.heart} size={96} aria-hidden onAnimationEnd={() => setBeats(0)} />
        )}
      </button>
      {post.image_alt && <PictureAlt className={styles.alt} alt={post.image_alt} />}
      {!isInList && <Lightbox open={isLarge} onOpenChange={setLarge} title={picture.alt} pictures={[picture]} />}
    </div>
  )
}
