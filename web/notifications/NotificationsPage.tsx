import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import drawing from '#web/ui/drawings/still-bell.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NewItemsPill } from '#web/ui/NewItemsPill.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { NotificationSection } from './NotificationSection.tsx'
import { NotificationSkeleton } from './NotificationSkeleton.tsx'
import { notificationsQuery, showNewNotifications, newNotificationsQuery } from './notifications.api.ts'
import { notificationsText } from './notifications.text.ts'
import styles from './NotificationsPage.module.css'
import { groupIntoSections } from './sections.ts'
import { useMarkRead } from './mark-read.ts'

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
      <PageHeader title={notificationsText.title} />
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
