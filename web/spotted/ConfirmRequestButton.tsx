import { useEffect, useRef, useState } from 'react'
import type { SpottedRequest } from '#contract/spotted.ts'
import { Button } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { preloadDialog } from '#web/ui/Dialog.tsx'
import { useUpdateSpottedRequestStatus } from './requests.api.ts'
import styles from './ConfirmRequestButton.module.css'
import { requestsText } from './requests.text.ts'

type ConfirmRequestButtonProps = {
  postId: number
  request: SpottedRequest
  isOwner: boolean
  onFailure: (error: unknown) => void
}

/**
 * The author confirms a request in a dialog and withdraws the confirmation at once; others see only confirmed requests.
 */
export function ConfirmRequestButton({
  postId,
  request: { request_id, request_status, username },
  isOwner,
  onFailure,
}: ConfirmRequestButtonProps) {
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const { mutateAsync, isPending } = useUpdateSpottedRequestStatus(postId)
  const button = useRestoredFocus(isPending)
  const isConfirmed = request_status === 'confirmed'
  const label = isConfirmed ? requestsText.confirmed : requestsText.confirm
  // If the request has been withdrawn meanwhile, this row is unmounted.
  const update = (status: SpottedRequest['request_status']) => void mutateAsync({ request_id, status }).catch(onFailure)
  if (!isOwner && !isConfirmed) return null
  return (
    <>
      <Button
        ref={button}
        size="small"
        className={classNames(styles.control, isConfirmed ? styles.confirmed : styles.pending)}
        disabled={!isOwner || isPending}
        onClick={() => (isConfirmed ? update('pending') : setConfirmOpen(true))}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
      >
        {isPending ? requestsText.updating : label}
        <span className="visually-hidden"> {username}</span>
      </Button>
      <ConfirmDialog
        open={isConfirmOpen}
        onOpenChange={setConfirmOpen}
        title={requestsText.confirmTitle}
        text={requestsText.confirmText}
        cancelLabel={requestsText.cancel}
        confirmLabel={requestsText.confirm}
        onConfirm={() => update('confirmed')}
      />
    </>
  )
}

/** Gives the focus back to a button that was disabled while busy, unless another element has it. */
function useRestoredFocus(busy: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(busy)
  useEffect(() => {
    if (wasBusy.current && !busy && document.activeElement === document.body) button.current?.focus()
    wasBusy.current = busy
  }, [busy])
  return button
}
