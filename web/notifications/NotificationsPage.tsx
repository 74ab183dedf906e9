import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ScanEye } from 'lucide-react'
import { type ComponentType, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import type { ListedUser } from '#contract/listed-user.ts'
import type { Notification, NotificationKind } from '#contract/notifications.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { onBack } from '#web/platform/online.ts'
import { Button } from '#web/ui/Button.tsx'
import drawing from '#web/ui/drawings/still-bell.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NewItemsPill } from '#web/ui/NewItemsPill.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { FollowButton } from '#web/users/FollowButton.tsx'
import { NotificationRow } from './NotificationRow.tsx'
import {
  markNotificationsRead,
  newNotificationsQuery,
  notificationsQuery,
  showAsRead,
  showNewNotifications,
  useRespondFollowRequest,
} from './notifications.api.ts'
import { notificationsText } from './notifications.text.ts'
import { groupIntoSections } from './sections.ts'
import styles from './NotificationsPage.module.css'

/** Follows a new follower back. The cached list knows what has changed since the notification came. */
function FollowBack({ follower }: { follower: ListedUser | null }) {
  const { data } = useInfiniteQuery({ ...notificationsQuery(), enabled: false })
  if (!follower) return null
  const people = data?.pages.flatMap((page) => page.people)
  const person = people?.find(({ id }) => id === follower.id) ?? follower
  return (
    <Row wrap gap={2} className={styles.answers}>
      <FollowButton inList isFilled person={person} />
    </Row>
  )
}

type RowProps = { notification: Notification; viewer: CurrentUser; arrived: boolean }

function FollowRow({ notification, viewer, arrived }: RowProps) {
  return (
    <NotificationRow notification={notification} viewer={viewer} arrived={arrived}>
      <FollowBack follower={notification.follower} />
    </NotificationRow>
  )
}

type Answer = 'accept' | 'decline'

/** A follow request with its buttons. The response is shown at once, and undone if the call fails. */
function FollowRequestRow({ notification, viewer, arrived }: RowProps) {
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
      >
        <FollowBack follower={notification.follower} />
      </NotificationRow>
    )
  const onAnswer = (action: Answer) => (event: MouseEvent) => {
    keepFocus(event.currentTarget, action)
    respond({ requesterId: requester.id, action })
  }
  return (
    <NotificationRow notification={notification} viewer={viewer} arrived={arrived}>
      <Row wrap gap={2} className={styles.answers}>
        <Button size="small" onClick={onAnswer('accept')}>
          {notificationsText.accept}
          <span className="visually-hidden"> {requester.username}</span>
        </Button>
        <Button size="small" variant="outline" onClick={onAnswer('decline')}>
          {notificationsText.decline}
          <span className="visually-hidden"> {requester.username}</span>
        </Button>
      </Row>
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

/** A notification counts as read after this long on the screen. */
const readAfterMs = 1000

/**
 * Marks the notifications of the open page as read. The list keeps their unread mark until the page is left.
 *
 * @param newest the position of the newest one.
 */
function useMarkRead(newest: number | undefined, hasUnread: boolean) {
  const markedUpTo = useRef(0)
  useEffect(() => {
    if (newest === undefined || !hasUnread || newest <= markedUpTo.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const mark = () => {
      if (document.visibilityState !== 'visible' || newest <= markedUpTo.current) return
      const before = markedUpTo.current
      markedUpTo.current = newest
      markNotificationsRead(newest).catch(() => {
        markedUpTo.current = Math.min(markedUpTo.current, before)
      })
    }
    const restartTimer = () => {
      clearTimeout(timer)
      timer = setTimeout(mark, readAfterMs)
    }
    restartTimer()
    const stop = onBack(restartTimer)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [newest, hasUnread])
  useEffect(() => () => showAsRead(markedUpTo.current), [])
}

const rowsOfKinds: Partial<Record<NotificationKind, ComponentType<RowProps>>> = {
  follow: FollowRow,
  follow_request: FollowRequestRow,
}

type NotificationSectionProps = {
  title: string
  notifications: Notification[]
  viewer: CurrentUser
  /** The newest position when the list was opened. */
  since: number
}

function NotificationSection({ title, notifications, viewer, since }: NotificationSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <Stack as="ul" padding="0 1" flush aria-labelledby={id}>
        {notifications.map((notification) => {
          const Row = rowsOfKinds[notification.kind] ?? NotificationRow
          return (
            <Row
              key={notification.id}
              notification={notification}
              viewer={viewer}
              arrived={notification.position > since}
            />
          )
        })}
      </Stack>
    </section>
  )
}

/** Shown while a notification loads. */
const NotificationSkeleton = ({ width }: { width: number }) => (
  <li className={styles.row} aria-hidden>
    <Skeleton round="circle" width={48} height={48} />
    <span className={styles.labels}>
      <Skeleton width={width} height={15} />
      <Skeleton width={52} height={12} />
    </span>
  </li>
)

export function NotificationsPage() {
  const viewer = useCurrentUser()
  const query = useInfiniteQuery(notificationsQuery())
  const waiting = useQuery(newNotificationsQuery()).data ?? []
  const notifications = query.data?.pages.flatMap((page) => page.notifications)
  const newest = notifications?.[0]?.position
  const [since, setSince] = useState<number | null>(null)
  if (since === null && newest !== undefined && !query.isFetching) setSince(newest)
  useMarkRead(newest, notifications?.some(({ is_read }) => !is_read) === true)
  useEffect(() => showNewNotifications, [])
  return (
    <>
      <title>{notificationsText.title}</title>
      <PageHeader title={notificationsText.title}>
        {viewer && (
          <Button
            variant="soft"
            size="small"
            icon={<ScanEye size={18} aria-hidden />}
            render={(props) => <Link to={pagePaths.pendingSpotted(viewer.id)} {...props} />}
          >
            {notificationsText.ownSpotted}
          </Button>
        )}
      </PageHeader>
      <NewItemsPill
        text={waiting.length > 0 ? notificationsText.newNotifications : null}
        onShow={showNewNotifications}
      />
      {query.isPending && (
        <ul className={styles.loading} aria-label={notificationsText.loading} aria-busy>
          {[210, 250, 180, 230].map((width) => (
            <NotificationSkeleton key={width} width={width} />
          ))}
        </ul>
      )}
      {!notifications && query.isError && (
        <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
      )}
      {viewer &&
        notifications &&
        groupIntoSections(notifications).map((section) => (
          <NotificationSection key={section.title} {...section} viewer={viewer} since={since ?? Infinity} />
        ))}
      {notifications?.length === 0 && !query.hasNextPage && (
        <EmptyState drawing={drawing} title={notificationsText.empty} text={notificationsText.emptyText} />
      )}
      <NextPage query={query} />
    </>
  )
}
