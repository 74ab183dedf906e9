import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { firstPicture } from '#contract/opening.ts'
import type { Post } from '#contract/posts.ts'
import { isGone, sentenceOf } from '#web/platform/api-errors.ts'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { PostCard } from './PostCard.tsx'
import { PostCardSkeleton } from './PostCardSkeleton.tsx'

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
  const posts = query.data?.pages.flatMap((page) => page.posts)
  const urgent = posts && firstPicture(posts, 'behindHead')
  if (isGone(query.error)) return gone
  if (!posts && query.isError) return <LoadFailure text={sentenceOf(query.error)} onRetry={() => void query.refetch()} />
  if (posts?.length === 0) return empty
  return (
    <>
      <div role="feed" aria-label={label} aria-busy={query.isFetching}>
        {query.isPending && <FirstLoad />}
        {posts?.map((post) => <PostCard key={post.id} post={post} urgent={post.id === urgent?.id} />)}
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
