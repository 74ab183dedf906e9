import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Post } from '#contract/posts.ts'
import { isGone, errorMessage } from '#web/platform/api-errors.ts'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { PostCardSkeleton } from './PostCardSkeleton.tsx'
import { PostPages } from './PostPages.tsx'

type PostListProps = {
  /** The accessible name. */
  label: string
  query: UseInfiniteQueryResult<InfiniteData<{ posts: Post[] }>>
  /** Shown if the list is empty. */
  empty: ReactNode
  /** Shown if the owner of the list does not exist for the viewer. */
  unavailable: ReactNode
}

/** A list of posts, from a query that `holdsPosts`. */
export function PostList({ label, query, empty, unavailable }: PostListProps) {
  const pages = query.data?.pages
  if (isGone(query.error)) return unavailable
  if (!pages && query.isError)
    return <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
  if (pages?.every(({ posts }) => posts.length === 0)) return empty
  return (
    <>
      <div role="feed" aria-label={label} aria-busy={query.isFetching}>
        {query.isPending && <FirstLoad />}
        {pages && <PostPages pages={pages} list="belowHeader" />}
      </div>
      <NextPage query={query} />
    </>
  )
}

const FirstLoad = () => (
  <>
    <PostCardSkeleton />
    <PostCardSkeleton picture={false} />
  </>
)
