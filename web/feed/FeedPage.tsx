import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { Announcements } from '#web/announcements/Announcements.tsx'
import { useFollowedEvents } from '#web/events/followed-events.api.ts'
import { FollowedEvents } from '#web/events/FollowedEvents.tsx'
import { errorMessage } from '#web/platform/api-errors.ts'
import { usePosition } from '#web/platform/geolocation.ts'
import { PublicationsSlot } from '#web/posts/publishing/PublicationsSlot.tsx'
import { nearbyCellQuery } from '#web/settings/nearby-cell.api.ts'
import { StoryRowSlot } from '#web/stories/row/StoryRowSlot.tsx'
import { Button } from '#web/ui/Button.tsx'
import drawing from '#web/ui/drawings/quiet-harbour.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { nearKmOf, storeFeedRadius, useFeedArea } from './feed-area.ts'
import { dividersOf } from './feed-bands.ts'
import { NewPosts, useFeedRefresh } from './FeedRefresh.tsx'
import { feedQuery, newestPostQuery, refreshFeed } from './feed.api.ts'
import { feedText } from './feed.text.ts'
import { FeedAreaTitle, FeedHead } from './FeedHead.tsx'
import { FeedEnd, FeedPosts, FeedSkeleton } from './FeedPosts.tsx'
import { PullToRefresh } from './PullToRefresh.tsx'

/** `isNarrow`: within a chosen radius, beyond which there may be posts. */
const EmptyFeed = ({ isNarrow }: { isNarrow: boolean }) => (
  <EmptyState drawing={drawing} title={feedText.empty} text={feedText.emptyText}>
    {isNarrow && (
      <Button variant="outline" onClick={() => storeFeedRadius('auto')}>
        {feedText.widen}
      </Button>
    )}
    <Button render={(props) => <Link to={pagePaths.newSpot} {...props} />}>{feedText.write}</Button>
  </EmptyState>
)

export function FeedPage() {
  const position = usePosition()
  const area = useFeedArea()
  const feed = useInfiniteQuery(feedQuery(area))
  useQuery(nearbyCellQuery(position))
  const { refreshing, refresh } = useFeedRefresh(feedQuery(area).queryKey, () => refreshFeed(area))
  const pages = useFollowedEvents().isPending ? undefined : feed.data?.pages
  const isPending = !pages && !feed.isError
  const first = pages?.find(({ posts }) => posts.length > 0)?.posts[0]
  const nearKm = nearKmOf(area)
  return (
    <>
      <title>{feedText.title}</title>
      <FeedHead current={pagePaths.feed} title={<FeedAreaTitle area={area} posts={pages?.[0]?.posts ?? []} />} />
      {pages && <NewPosts query={newestPostQuery(area)} first={first} onShow={refresh} />}
      <PullToRefresh refreshing={refreshing} onRefresh={refresh}>
        <Announcements place="feed" />
        <StoryRowSlot isReady={pages !== undefined} />
        {pages && <FollowedEvents />}
        <PublicationsSlot />
        {(isPending || first) && (
          <div role="feed" aria-label={feedText.posts} aria-busy={feed.isFetching}>
            {isPending && <FeedSkeleton />}
            {pages && <FeedPosts pages={pages} dividers={dividersOf(pages, nearKm)} />}
          </div>
        )}
        {!pages && feed.isError && <LoadFailure text={errorMessage(feed.error)} onRetry={() => void feed.refetch()} />}
        {pages && !first && <EmptyFeed isNarrow={nearKm !== null && area.radius !== 'auto'} />}
        <NextPage query={feed} />
        {first && !feed.hasNextPage && <FeedEnd />}
      </PullToRefresh>
    </>
  )
}
