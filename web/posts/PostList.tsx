import { PostCardSkeleton } from './PostCardSkeleton.tsx'
import { PostListFrame, type PostListProps } from './PostListFrame.tsx'
import { PostPages } from './PostPages.tsx'

/** A list of posts, from a query that `holdsPosts`. */
export function PostList({ label, query, ...frame }: PostListProps) {
  const pages = query.data?.pages
  return (
    <PostListFrame query={query} {...frame}>
      <div role="feed" aria-label={label} aria-busy={query.isFetching}>
        {query.isPending && <FirstLoad />}
        {pages && <PostPages pages={pages} list="belowHeader" />}
      </div>
    </PostListFrame>
  )
}

const FirstLoad = () => (
  <>
    <PostCardSkeleton />
    <PostCardSkeleton picture={false} />
  </>
)
