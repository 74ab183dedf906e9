import { MapPin, UsersRound } from 'lucide-react'
import type { Post } from '#contract/posts.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
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
          <span className={styles.placeName}>{placeOf(post)}</span>
        </p>
      </div>
      <div className={styles.when}>
        {post.privacy === 'followers' && (
          <span title={postsText.followersOnly}>
            <UsersRound size={15} aria-hidden />
            <span className="visually-hidden">{postsText.followersOnly}</span>
          </span>
        )}
        <RelativeTime at={post.created_at} />
      </div>
      {isOwn && <PostMenu post={post} />}
    </header>
  )
}

/** "Piazza Trilussa · Roma (RM)"; a town has its province only: "Piacenza (PC)". */
function placeOf({ location_name, location_town }: Post) {
  if (!location_town) return location_name
  return location_town.startsWith('(') ? `${location_name} ${location_town}` : `${location_name} · ${location_town}`
}
