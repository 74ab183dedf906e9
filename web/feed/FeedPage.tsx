import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChatLink } from '#web/chat/list/ChatLink.tsx'
import { errorMessage } from '#web/platform/api-errors.ts'
import { usePosition } from '#web/platform/geolocation.ts'
import { PostCardSkeleton } from '#web/posts/PostCardSkeleton.tsx'
import { PostPages } from '#web/posts/PostPages.tsx'
import { nearbyCellQuery } from '#web/settings/nearby-cell.api.ts'
import { StoryRowSlot } from '#web/stories/row/StoryRowSlot.tsx'
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
import { useFeedRefresh } from './feed-refresh.ts'

export function FeedPage() {
  const position = usePosition()
  const feed = useInfiniteQuery(feedQuery(position))
  useQuery(nearbyCellQuery(position))
  const { refreshing, refresh } = useFeedRefresh(position)
  const pages = feed.data?.pages
  const newest = pages?.find(({ posts }) => posts.length > 0)?.posts[0]
  return (
    <>
      <title>{feedText.title}</title>
      <PageHeader title={feedText.title}>
        <RadiusChip kilometres={pages?.[0]?.radius_km} />
        <ChatLink />
      </PageHeader>
      {pages && <NewPosts position={position} newest={newest} onShow={refresh} />}
      <PullToRefresh refreshing={refreshing} onRefresh={refresh}>
        <StoryRowSlot isReady={pages !== undefined} />
        {(feed.isPending || newest) && (
          <div role="feed" aria-label={feedText.posts} aria-busy={feed.isFetching}>
            {feed.isPending && <FirstLoad />}
            {pages && <PostPages pages={pages} list="feed" />}
          </div>
        )}
        {!pages && feed.isError && <LoadFailure text={errorMessage(feed.error)} onRetry={() => void feed.refetch()} />}
        {pages && !newest && <EmptyFeed />}
        <NextPage query={feed} />
        {newest && !feed.hasNextPage && <p className={styles.end}>{feedText.end}</p>}
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
