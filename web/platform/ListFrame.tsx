import type { ReactNode } from 'react'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage, type NextPageProps } from '#web/ui/NextPage.tsx'
import { errorMessage, isGone } from './api-errors.ts'

export type ListFrameProps = {
  query: NextPageProps['query'] & { isError: boolean; error: Error | null; refetch: () => unknown }
  isEmpty: boolean
  /** Shown if the list is empty. */
  empty: ReactNode
  /** Shown if the owner of the list does not exist for the viewer. */
  unavailable?: ReactNode
  children: ReactNode
}

/** What is around every list that comes page by page: its end, and what takes its place. */
export function ListFrame({ query, isEmpty, empty, unavailable, children }: ListFrameProps) {
  if (unavailable && isGone(query.error)) return unavailable
  if (!query.data && query.isError)
    return <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
  // A page may come short, even empty, and the list go on.
  if (isEmpty && !query.hasNextPage) return empty
  return (
    <>
      {children}
      <NextPage query={query} />
    </>
  )
}
