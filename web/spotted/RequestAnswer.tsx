import { useEffect, useRef } from 'react'
import type { SpottedAnswer, SpottedRequest } from '#contract/spotted.ts'
import { Button } from '#web/ui/Button.tsx'
import { preloadDialog } from '#web/ui/Dialog.tsx'
import { useUpdateSpottedRequestStatus } from './requests.api.ts'
import styles from './RequestAnswer.module.css'
import { requestsText } from './requests.text.ts'

type RequestAnswerProps = {
  postId: number
  request: SpottedRequest
  onConfirmed: (request: SpottedRequest) => void
  onFailure: (error: unknown) => void
}

/** The author’s answer to a request: yes or no, and the way back from either. */
export function RequestAnswer({ postId, request, onConfirmed, onFailure }: RequestAnswerProps) {
  const { mutateAsync, isPending, variables } = useUpdateSpottedRequestStatus(postId)
  const group = useRestoredFocus(isPending)
  const answer = (status: SpottedAnswer) =>
    void mutateAsync({ request_id: request.request_id, status })
      .then(() => status === 'confirmed' && onConfirmed(request))
      .catch(onFailure)
  const button = (status: SpottedAnswer, label: string, variant: 'primary' | 'outline') => (
    <Button
      size="small"
      variant={variant}
      className={styles.answer}
      disabled={isPending}
      onClick={() => answer(status)}
      onPointerEnter={preloadDialog}
      onFocus={preloadDialog}
    >
      {isPending && variables.status === status ? requestsText.updating : label}
      <span className="visually-hidden"> {request.username}</span>
    </Button>
  )
  return (
    <div ref={group} className={styles.answers}>
      {request.request_status === 'pending' && (
        <>
          {button('confirmed', requestsText.yes, 'primary')}
          {button('declined', requestsText.no, 'outline')}
        </>
      )}
      {request.request_status === 'declined' && button('pending', requestsText.reconsider, 'outline')}
      {request.request_status === 'confirmed' && button('pending', requestsText.takeBack, 'outline')}
    </div>
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
