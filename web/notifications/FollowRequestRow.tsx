import type { MouseEvent } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import type { Notification } from '#contract/notifications.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './FollowRequestRow.module.css'
import { NotificationRow } from './NotificationRow.tsx'
import { useRespondFollowRequest } from './notifications.api.ts'
import { notificationsText } from './notifications.text.ts'

type Answer = 'accept' | 'decline'
type FollowRequestRowProps = { notification: Notification; viewer: CurrentUser; arrived: boolean }

/** A follow request with its buttons. The response is shown at once, and undone if the call fails. */
export function FollowRequestRow({ notification, viewer, arrived }: FollowRequestRowProps) {
  const { mutate: respond, isPending, variables } = useRespondFollowRequest(notification)
  const pendingAnswer = isPending ? variables.action : null
  const [requester] = notification.actors
  if (pendingAnswer === 'decline') return null
  if (!requester || pendingAnswer === 'accept' || notification.follow_status !== 'pending')
    return (
      <NotificationRow
        notification={{ ...notification, ...(requester && { text: notificationsText.nowFollowsYou }) }}
        viewer={viewer}
        arrived={arrived}
      />
    )
  const onAnswer = (action: Answer) => (event: MouseEvent) => {
    keepFocus(event.currentTarget, action)
    respond({ requesterId: requester.id, action })
  }
  return (
    <NotificationRow notification={notification} viewer={viewer} arrived={arrived}>
      <div className={styles.answers}>
        <Button size="small" onClick={onAnswer('accept')}>
          {notificationsText.accept}
          <span className="visually-hidden"> {requester.username}</span>
        </Button>
        <Button size="small" variant="outline" onClick={onAnswer('decline')}>
          {notificationsText.decline}
          <span className="visually-hidden"> {requester.username}</span>
        </Button>
      </div>
    </NotificationRow>
  )
}

/** Moves the focus before the buttons, or the declined row, disappear. */
function keepFocus(button: Element, action: Answer) {
  const row = button.closest('li')
  const nextRows = action === 'accept' ? [row] : [row?.nextElementSibling, row?.previousElementSibling]
  nextRows
    .map((candidate) => candidate?.querySelector('a'))
    .find(Boolean)
    ?.focus()
}
