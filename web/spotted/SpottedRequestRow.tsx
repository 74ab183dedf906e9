import { MapPin, Star } from 'lucide-react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import type { Post } from '#contract/posts.ts'
import type { SpottedRequest } from '#contract/spotted.ts'
import { RingedAvatar } from '#web/stories/StoryAvatar.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { RequestAnswer } from './RequestAnswer.tsx'
import { requestsText } from './requests.text.ts'
import { spottedText } from './spotted.text.ts'
import styles from './SpottedRequestRow.module.css'

type SpottedRequestRowProps = {
  postId: number
  request: SpottedRequest
  isOwner: boolean
  onConfirmed: (request: SpottedRequest) => void
  onFailure: (error: unknown) => void
}

/** In a list: the person who asks or is confirmed, and the author's buttons. */
export function SpottedRequestRow({ request, isOwner, ...answer }: SpottedRequestRowProps) {
  const isConfirmed = request.request_status === 'confirmed'
  return (
    <li className={styles.row}>
      <Link className={styles.person} to={pagePaths.profile(request.id)}>
        <RingedAvatar person={request} size={56} />
        <span className="grows">
          <span className={styles.name}>{request.username}</span>
          {request.bio && <span className={styles.bio}>{request.bio}</span>}
        </span>
        {isConfirmed ? (
          <span className={styles.confirmed}>
            <Star size={15} fill="currentColor" aria-hidden /> {requestsText.confirmed}
          </span>
        ) : (
          !isOwner && <span className={styles.waiting}>{spottedText.requested}</span>
        )}
      </Link>
      {request.text && (
        <blockquote dir="auto" className={styles.line}>
          {request.text}
        </blockquote>
      )}
      {isOwner && <RequestAnswer request={request} {...answer} />}
    </li>
  )
}

/** The post that requests are about; it leads to its page. */
export const QuotedPost = ({ post, isOwner }: { post: Post; isOwner: boolean }) => (
  <Link className={styles.post} to={pagePaths.post(post.id)}>
    <span className="grows">
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
