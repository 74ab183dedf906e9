import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Post } from '#contract/posts.ts'
import { isGone, errorMessage } from '#web/platform/api-errors.ts'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { PostCardSkeleton } from './PostCardSkeleton.tsx'
import { PostPages } from './PostPages.tsx'

type PostListProps = {
  /** Its name; read out. */
  label: string
  query: UseInfiniteQueryResult<InfiniteData<{ posts: Post[] }>>
  /** Where there is none. */
  empty: ReactNode
  /** Where what the list belongs to is not there for the viewer. */
  gone: ReactNode
}

/** Posts that go on, from a query that `holdsPosts`. */
export function PostList({ label, query, empty, gone }: PostListProps) {
  const pages = query.data?.pages
  if (isGone(query.error)) return gone
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
