import { Star } from 'lucide-react'
import { Link } from 'react-router'
import type { SpottedRequest } from '#contract/spotted.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { RingedAvatar } from '#web/stories/RingedAvatar.tsx'
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

/** The person who asks or is confirmed, and the author's buttons. */
export function SpottedRequestRow({ request, isOwner, ...answer }: SpottedRequestRowProps) {
  const isConfirmed = request.request_status === 'confirmed'
  return (
    <li className={styles.row}>
      <Link className={styles.person} to={pagePaths.profile(request.id)}>
        <RingedAvatar person={request} size={56} />
        <span className={styles.words}>
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
