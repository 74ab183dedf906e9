import { useEffect, useRef, useState } from 'react'
import type { SpottedRequest } from '#contract/spotted.ts'
import { NetworkError } from '#web/platform/api-errors.ts'
import { AlertDialog } from '#web/ui/AlertDialog.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { preloadDialog } from '#web/ui/Dialog.tsx'
import { useUpdateSpottedRequestStatus } from './requests.api.ts'
import styles from './RequestControl.module.css'
import { requestsText } from './requests.text.ts'

type RequestControlProps = { postId: number; request: SpottedRequest; isOwner: boolean }

/** The author confirms, after a question, and takes it back at once; others see what is confirmed. */
export function RequestControl({ postId, request: { request_id, request_status, username }, isOwner }: RequestControlProps) {
  const [asking, setAsking] = useState(false)
  const [alert, setAlert] = useState<string | null>(null)
  const { mutate, isPending } = useUpdateSpottedRequestStatus(postId)
  const button = useFocusKept(isPending)
  const isConfirmed = request_status === 'confirmed'
  const update = (status: SpottedRequest['request_status']) =>
    mutate(
      { request_id, status },
      { onError: (error) => setAlert(error instanceof NetworkError ? requestsText.networkFailed : requestsText.failed) },
    )
  if (!isOwner && !isConfirmed) return null
  return (
    <>
      <Button
        ref={button}
        size="small"
        className={classNames(styles.control, isConfirmed ? styles.confirmed : styles.pending)}
        disabled={!isOwner || isPending}
        onClick={() => (isConfirmed ? update('pending') : setAsking(true))}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
      >
        {isPending ? requestsText.updating : isConfirmed ? requestsText.confirmed : requestsText.confirm}
        <span className="visually-hidden"> {username}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={requestsText.question}
        text={requestsText.questionText}
        cancelLabel={requestsText.cancel}
        confirmLabel={requestsText.confirm}
        onConfirm={() => update('confirmed')}
      />
      <AlertDialog title={requestsText.failedTitle} text={alert} onClose={() => setAlert(null)} />
    </>
  )
}

/** A button that is disabled while it works loses the focus: it gets it back, unless something else has it by then. */
function useFocusKept(busy: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(busy)
  useEffect(() => {
    if (wasBusy.current && !busy && document.activeElement === document.body) button.current?.focus()
    wasBusy.current = busy
  }, [busy])
  return button
}
