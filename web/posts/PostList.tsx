import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Post } from '#contract/posts.ts'
import { ListFrame } from '#web/platform/ListFrame.tsx'
import { PostCardSkeleton } from './PostCard.tsx'
import { PostPages } from './PostPages.tsx'

export type PostListProps = {
  /** The accessible name. */
  label: string
  query: UseInfiniteQueryResult<InfiniteData<{ posts: Post[] }>>
  /** Shown if the list is empty. */
  empty: ReactNode
  /** Shown if the owner of the list does not exist for the viewer. */
  unavailable: ReactNode
}

/** Whether all its pages are empty. */
export const isEmptyList = (query: PostListProps['query']) =>
  query.data?.pages.every(({ posts }) => posts.length === 0) ?? false

/** A list of posts, from a query that `holdsPosts`. */
export function PostList({ label, query, ...frame }: PostListProps) {
  const pages = query.data?.pages
  return (
    <ListFrame query={query} isEmpty={isEmptyList(query)} {...frame}>
      <div role="feed" aria-label={label} aria-busy={query.isFetching}>
        {query.isPending && <FirstLoad />}
        {pages && <PostPages pages={pages} list="belowHeader" />}
      </div>
    </ListFrame>
  )
}

const FirstLoad = () => (
  <>
    <PostCardSkeleton />
    <PostCardSkeleton picture={false} />
  </>
)
