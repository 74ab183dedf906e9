import { MapPin, Star } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { Post } from '#contract/posts.ts'
import type { SpottedAnswer, SpottedRequest } from '#contract/spotted.ts'
import { NetworkError } from '#web/platform/api-errors.ts'
import { RingedAvatar } from '#web/stories/StoryAvatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { AlertDialog, useConfirm } from '#web/ui/ConfirmDialog.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { Row } from '#web/ui/Layout.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { CelebrationDialog } from './CelebrationDialog.tsx'
import { useUpdateSpottedRequestStatus } from './requests.api.ts'
import { requestsText } from './requests.text.ts'
import { spottedText } from './spotted.text.ts'
import styles from './SpottedRequestRow.module.css'

type RequestAnswerProps = {
  postId: number
  request: SpottedRequest
  onConfirmed: (request: SpottedRequest) => void
  onFailure: (error: unknown) => void
}

/** The author’s answer to a request: yes, after a question, or no, and the way back from either. */
export function RequestAnswer({ postId, request, onConfirmed, onFailure }: RequestAnswerProps) {
  const { mutateAsync, isPending, variables } = useUpdateSpottedRequestStatus(postId)
  const { confirm, confirmation } = useConfirm()
  const group = useRestoredFocus(isPending)
  const answer = (status: SpottedAnswer) =>
    void mutateAsync({ request_id: request.request_id, status })
      .then(() => status === 'confirmed' && onConfirmed(request))
      .catch(onFailure)
  const ask = () =>
    confirm({
      title: requestsText.confirmTitle,
      text: requestsText.confirmQuestion,
      confirmLabel: requestsText.confirm,
      // The dialog closes at once, so that the button below it says how far the answer is.
      onConfirm: () => answer('confirmed'),
    })
  const propsOf = (status: SpottedAnswer, label: string) => ({
    size: 'small' as const,
    className: styles.answer,
    disabled: isPending,
    children: (
      <>
        {isPending && variables.status === status ? requestsText.updating : label}
        <span className="visually-hidden"> {request.username}</span>
      </>
    ),
  })
  const button = (status: SpottedAnswer, label: string) => (
    <Button variant="outline" {...propsOf(status, label)} onClick={() => answer(status)} />
  )
  return (
    <Row ref={group} wrap gap={2} padding="3 0 0">
      {request.request_status === 'pending' && (
        <>
          <DialogButton {...propsOf('confirmed', requestsText.yes)} onClick={ask} />
          {button('declined', requestsText.no)}
        </>
      )}
      {request.request_status === 'declined' && button('pending', requestsText.reconsider)}
      {request.request_status === 'confirmed' && button('pending', requestsText.takeBack)}
      {confirmation}
    </Row>
  )
}

/** Gives the focus back to the answers whose button was disabled while busy, unless another element has it. */
function useRestoredFocus(busy: boolean) {
  const group = useRef<HTMLDivElement>(null)
  const wasBusy = useRef(busy)
  useEffect(() => {
    if (wasBusy.current && !busy && document.activeElement === document.body)
      group.current?.querySelector('button')?.focus()
    wasBusy.current = busy
  }, [busy])
  return group
}

/** Returns what happens after the author's answer to a request, and the dialogs in which it does. */
export function useRequestAnswers(author: CurrentUser | null) {
  const [found, setFound] = useState<SpottedRequest | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  return {
    onConfirmed: setFound,
    onFailure: (error: unknown) =>
      setFailure(error instanceof NetworkError ? requestsText.networkFailed : requestsText.failed),
    answerDialogs: (
      <>
        {author && (
          <CelebrationDialog
            person={found}
            viewer={author}
            text={requestsText.celebrationText}
            onClose={() => setFound(null)}
          />
        )}
        <AlertDialog title={requestsText.failedTitle} text={failure} onClose={() => setFailure(null)} />
      </>
    ),
  }
}

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
