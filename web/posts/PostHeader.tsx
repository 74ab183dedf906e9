import { Ellipsis, MapPin, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import type { Post } from '#contract/posts.ts'
import { placeLine } from '#contract/town-label.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { distanceInMetres, usePosition } from '#web/platform/geolocation.ts'
import { StoryAvatar } from '#web/stories/StoryAvatar.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Sheet } from '#web/ui/Dialog.tsx'
import { formatDistance } from '#web/ui/ui.text.ts'
import { postsText } from './posts.text.ts'
import styles from './PostHeader.module.css'

const PostOptions = lazyDialog(() => import('./PostOptions.tsx'), 'PostOptions', Sheet)

/** The menu of a post. Its code loads when the first one opens. */
function PostMenu({ post }: { post: Post }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <DialogButton as={IconButton} opens={PostOptions} label={postsText.options} onClick={() => setOpen(true)}>
        <Ellipsis size={20} />
      </DialogButton>
      <PostOptions post={post} open={open} onOpenChange={setOpen} />
    </>
  )
}

type PostHeaderProps = {
  post: Post
  /** The time leads to the page of the post. */
  isInList: boolean
}

export function PostHeader({ post, isInList }: PostHeaderProps) {
  const isSignedIn = useCurrentUser() !== null
  const position = usePosition()
  const metres =
    position && distanceInMetres(position, { latitude: post.location_latitude, longitude: post.location_longitude })
  return (
    <header className={styles.header}>
      <StoryAvatar
        person={{ id: post.user_id, username: post.username, profile_pic: post.profile_pic }}
        size={44}
        to={pagePaths.profile(post.user_id)}
      />
      <div className="grows">
        <h2 className={styles.name}>
          <Link className={styles.link} to={pagePaths.profile(post.user_id)}>
            {post.username}
          </Link>
        </h2>
        <p className={styles.place}>
          <Link className={styles.link} to={pagePaths.location(post.location_id)}>
            <MapPin className={styles.pin} size={14} aria-hidden />
            <span dir="auto" className={styles.placeName}>
              {placeOf(post, metres)}
            </span>
            {metres !== null && <span className={styles.distance}>{` · ${formatDistance(metres)}`}</span>}
          </Link>
        </p>
      </div>
      <div className={styles.date}>
        {post.privacy === 'followers' && (
          <span title={postsText.followersOnly}>
            <UsersRound size={15} aria-hidden />
            <span className="visually-hidden">{postsText.followersOnly}</span>
          </span>
        )}
        <span className={styles.times}>
          {isInList ? (
            <Link className={styles.time} to={pagePaths.post(post.id)}>
              <span className="visually-hidden">{postsText.openPost}, </span>
              <RelativeTime at={post.created_at} />
            </Link>
          ) : (
            <RelativeTime at={post.created_at} />
          )}
          {post.edited_at && <span title={postsText.editedAt(post.edited_at)}>{postsText.edited}</span>}
        </span>
      </div>
      {isSignedIn && <PostMenu post={post} />}
    </header>
  )
}

/** Nearer, a place needs no town. */
const knownTownMetres = 25_000

/** "Piazza Trilussa · Roma (RM)", near "Piazza Trilussa"; a town has its province only: "Piacenza (PC)". */
function placeOf(
  { location_name: name, location_town: town, location_province: province }: Post,
  metres: number | null,
) {
  return metres !== null && metres < knownTownMetres ? name : placeLine({ name, town, province }, ' · ')
}
