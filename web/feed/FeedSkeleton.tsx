import { PostCardSkeleton } from '#web/posts/PostCardSkeleton.tsx'

export const FeedSkeleton = () => (
  <>
    <PostCardSkeleton />
    <PostCardSkeleton picture={false} />
    <PostCardSkeleton />
  </>
)
