import { MapPin } from 'lucide-react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import type { Post } from '#contract/posts.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { asideText } from './aside.text.ts'
import styles from './SpottedOfTheDay.module.css'

/** A post in which somebody was confirmed; it leads to its page. */
export const SpottedOfTheDay = ({ post }: { post: Post }) => (
  <Link className={styles.post} to={pagePaths.post(post.id)}>
    {post.image_url && (
      <Picture
        className={styles.picture}
        src={post.image_url}
        alt={asideText.picture(post.username)}
        width={5}
        height={3}
        thumbhash={post.image_thumbhash}
        sizes="340px"
      />
    )}
    {post.text && (
      <span dir="auto" className={styles.text}>
        {post.text}
      </span>
    )}
    <span className={styles.people}>
      {asideText.spottedPeople(
        post.spotted_people.map(({ username }) => username),
        post.spotted_count,
      )}
    </span>
    <span className={styles.place}>
      <MapPin size={14} aria-hidden /> {post.location_name}
    </span>
  </Link>
)
