import { useInfiniteQuery } from '@tanstack/react-query'
import { errorMessage } from '#web/platform/api-errors.ts'
import drawing from '#web/ui/drawings/lantern-in-the-alley.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './LogList.module.css'
import { LogRow } from './LogRow.tsx'
import { moderationLogQuery } from './reports.api.ts'
import { reportsText } from './reports.text.ts'

/** The log of decisions. */
export function LogList() {
  const query = useInfiniteQuery(moderationLogQuery())
  const entries = query.data?.pages.flatMap((page) => page.entries)
  if (!entries && query.isError)
    return <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
  if (entries?.length === 0)
    return <EmptyState drawing={drawing} title={reportsText.logEmpty} text={reportsText.logEmptyText} />
  return (
    <>
      <ol className={styles.list} aria-label={reportsText.log} aria-busy={query.isPending}>
        {query.isPending &&
          [260, 220, 280].map((width) => (
            <li key={width} className={styles.loading}>
              <Skeleton width={width} height={15} />
            </li>
          ))}
        {entries?.map((entry) => (
          <LogRow key={entry.id} entry={entry} />
        ))}
      </ol>
      <NextPage query={query} />
    </>
  )
}
