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
  const given = isPending ? variables.action : null
  const [requester] = notification.actors
  if (given === 'decline') return null
  if (!requester || given === 'accept' || notification.follow_status !== 'pending')
    return (
      <NotificationRow
        notification={{ ...notification, ...(requester && { text: notificationsText.nowFollowsYou }) }}
        viewer={viewer}
        arrived={arrived}
      />
    )
  const answer = (action: Answer) => (event: MouseEvent) => {
    keepFocus(event.currentTarget, action)
    respond({ requesterId: requester.id, action })
  }
  return (
    <NotificationRow notification={notification} viewer={viewer} arrived={arrived}>
      <div className={styles.answers}>
        <Button size="small" onClick={answer('accept')}>
          {notificationsText.accept}
          <span className="visually-hidden"> {requester.username}</span>
        </Button>
        <Button size="small" variant="outline" onClick={answer('decline')}>
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
  const near = action === 'accept' ? [row] : [row?.nextElementSibling, row?.previousElementSibling]
  near
    .map((one) => one?.querySelector('a'))
    .find(Boolean)
    ?.focus()
}
