import { useInfiniteQuery } from '@tanstack/react-query'
import { firstPicture } from '#contract/opening.ts'
import { sentenceOf } from '#web/platform/api-errors.ts'
import { usePosition } from '#web/platform/geolocation.ts'
import { PostCard } from '#web/posts/PostCard.tsx'
import { PostCardSkeleton } from '#web/posts/PostCardSkeleton.tsx'
import { StoryRowPlace } from '#web/stories/StoryRowPlace.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { EmptyFeed } from './EmptyFeed.tsx'
import { feedQuery } from './feed.api.ts'
import { feedText } from './feed.text.ts'
import styles from './FeedPage.module.css'
import { NewPosts } from './NewPosts.tsx'
import { PullToRefresh } from './PullToRefresh.tsx'
import { RadiusChip } from './RadiusChip.tsx'
import { useFeedRefresh } from './refresh.ts'

export function FeedPage() {
  const position = usePosition()
  const feed = useInfiniteQuery(feedQuery(position))
  const { refreshing, refresh } = useFeedRefresh(position)
  const pages = feed.data?.pages
  const posts = pages?.flatMap((page) => page.posts)
  const urgent = posts && firstPicture(posts, 'feed')
  return (
    <>
      <title>{feedText.title}</title>
      <PageHeader title={feedText.title}>
        <RadiusChip kilometres={pages?.[0]?.radius_km} />
      </PageHeader>
      {posts && <NewPosts position={position} newest={posts[0]} onShow={refresh} />}
      <PullToRefresh refreshing={refreshing} onRefresh={refresh}>
        <StoryRowPlace isReady={posts !== undefined} />
        {(feed.isPending || (posts && posts.length > 0)) && (
          <div role="feed" aria-label={feedText.posts} aria-busy={feed.isFetching}>
            {feed.isPending && <FirstLoad />}
            {posts?.map((post) => (
              <PostCard key={post.id} post={post} urgent={post.id === urgent?.id} />
            ))}
          </div>
        )}
        {!posts && feed.isError && <LoadFailure text={sentenceOf(feed.error)} onRetry={() => void feed.refetch()} />}
        {posts?.length === 0 && <EmptyFeed />}
        <NextPage query={feed} />
        {posts && posts.length > 0 && !feed.hasNextPage && <p className={styles.end}>{feedText.theEnd}</p>}
      </PullToRefresh>
    </>
  )
}

const FirstLoad = () => (
  <>
    <PostCardSkeleton />
    <PostCardSkeleton picture={false} />
    <PostCardSkeleton />
  </>
)
