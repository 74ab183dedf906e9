import { MapPin } from 'lucide-react'
import { Link } from 'react-router'
import type { Post } from '#contract/posts.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { Picture } from '#web/ui/Picture.tsx'
import styles from './QuotedPost.module.css'
import { requestsText } from './requests.text.ts'

/** The post that the requests below are about; it leads to its page. */
export const QuotedPost = ({ post, isOwner }: { post: Post; isOwner: boolean }) => (
  <Link className={styles.post} to={pagePaths.post(post.id)}>
    <span className={styles.words}>
      <span className={styles.whose}>{isOwner ? requestsText.post : requestsText.postOf(post.username)}</span>
      {post.text && <span className={styles.text}>{post.text}</span>}
      <span className={styles.place}>
        <MapPin size={14} aria-hidden /> {post.location_name}
      </span>
    </span>
    {post.image_url && (
      <Picture
        className={styles.picture}
        src={post.image_url}
        alt={requestsText.picture}
        width={1}
        height={1}
        thumbhash={post.image_thumbhash}
        sizes="96px"
      />
    )}
  </Link>
)
