import { MapPin, UsersRound } from 'lucide-react'
import type { Post } from '#contract/posts.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import styles from './PostHeader.module.css'
import { PostMenu } from './PostMenu.tsx'
import { postsText } from './posts.text.ts'

/** Name and place become links when profiles and places have their pages. */
export function PostHeader({ post }: { post: Post }) {
  const isOwn = useCurrentUser()?.id === post.user_id
  return (
    <header className={styles.header}>
      <Avatar name={post.username} picture={post.profile_pic} size={44} />
      <div className={styles.who}>
        <h2 className={styles.name}>{post.username}</h2>
        <p className={styles.place}>
          <MapPin className={styles.pin} size={14} aria-hidden />
          <span className={styles.placeName}>{post.location_name}</span>
          {post.location_town && <span className={classNames(styles.town, !post.location_town.startsWith('(') && styles.apart)}>{post.location_town}</span>}
        </p>
      </div>
      <div className={styles.when}>
        {post.privacy === 'followers' && (
          <span title={postsText.followersOnly}>
            <UsersRound size={15} aria-hidden />
            <span className={styles.hidden}>{postsText.followersOnly}</span>
          </span>
        )}
        <RelativeTime at={post.created_at} />
      </div>
      {isOwn && <PostMenu post={post} />}
    </header>
  )
}
