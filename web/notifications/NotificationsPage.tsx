import { useInfiniteQuery } from '@tanstack/react-query'
import { sentenceOf } from '#web/platform/api-errors.ts'
import drawing from '#web/ui/drawings/still-bell.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { FollowRequests } from '#web/users/FollowRequests.tsx'
import { PersonRowSkeleton } from '#web/users/PersonRowSkeleton.tsx'
import { followRequestsQuery } from '#web/users/users.api.ts'
import styles from './NotificationsPage.module.css'
import { notificationsText } from './notifications.text.ts'

export function NotificationsPage() {
  const requests = useInfiniteQuery(followRequestsQuery())
  const isEmpty = !requests.hasNextPage && requests.data?.pages.every((page) => page.requests.length === 0)
  return (
    <>
      <title>{notificationsText.title}</title>
      <PageHeader title={notificationsText.title} />
      {requests.isPending && (
        <ul className={styles.waiting} aria-label={notificationsText.waiting} aria-busy>
          {[130, 170, 110].map((width) => <PersonRowSkeleton key={width} width={width} />)}
        </ul>
      )}
      {!requests.data && requests.isError && <LoadFailure text={sentenceOf(requests.error)} onRetry={() => void requests.refetch()} />}
      <FollowRequests />
      {isEmpty && <EmptyState drawing={drawing} title={notificationsText.empty} text={notificationsText.emptyText} />}
    </>
  )
}
