import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Post } from '#contract/posts.ts'
import { errorMessage, isGone } from '#web/platform/api-errors.ts'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'

export type PostListProps = {
  /** The accessible name. */
  label: string
  query: UseInfiniteQueryResult<InfiniteData<{ posts: Post[] }>>
  /** Shown if the list is empty. */
  empty: ReactNode
  /** Shown if the owner of the list does not exist for the viewer. */
  unavailable: ReactNode
}

/** The parts around every list of posts: its end, and the message shown instead of an empty list. */
export function PostListFrame({
  query,
  empty,
  unavailable,
  children,
}: Omit<PostListProps, 'label'> & { children: ReactNode }) {
  const pages = query.data?.pages
  if (isGone(query.error)) return unavailable
  if (!pages && query.isError)
    return <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
  // A page may come short, even empty, and the list go on.
  if (pages?.every(({ posts }) => posts.length === 0) && !query.hasNextPage) return empty
  return (
    <>
      {children}
      <NextPage query={query} />
    </>
  )
}
