import { ImageOff, MapPin } from 'lucide-react'
import { Link } from 'react-router'
import type { SharedPost } from '#contract/chat.ts'
import { pictureUrlAtWidth } from '#contract/pictures.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { chatText } from '#web/chat/chat.text.ts'
import styles from './SharedPostCard.module.css'

/** A post in a message. @param post null if it was deleted or the reader may not see it. */
export function SharedPostCard({ post }: { post: SharedPost | null }) {
  if (!post)
    return (
      <span className={styles.unavailable}>
        <ImageOff size={18} aria-hidden />
        {chatText.postUnavailable}
      </span>
    )
  return (
    <Link className={styles.card} to={pagePaths.post(post.id)}>
      {post.image_url && (
        <img
          className={styles.picture}
          src={pictureUrlAtWidth(post.image_url, 320)}
          alt=""
          width={72}
          height={72}
          loading="lazy"
        />
      )}
      <span className={styles.body}>
        <span className={styles.name}>
          <span className="visually-hidden">{chatText.postOf} </span>
          {post.username}
        </span>
        <span dir="auto" className={styles.text}>
          {post.text || chatText.photo}
        </span>
        <span className={styles.place}>
          <MapPin size={12} aria-hidden />
          <span className={styles.placeName}>{post.location_name}</span>
        </span>
      </span>
    </Link>
  )
}
