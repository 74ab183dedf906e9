import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { pagePaths } from '#contract/page-paths.ts'
import { Announcements } from '#web/announcements/Announcements.tsx'
import { errorMessage } from '#web/platform/api-errors.ts'
import { usePosition } from '#web/platform/geolocation.ts'
import { PublicationsSlot } from '#web/posts/publishing/PublicationsSlot.tsx'
import { nearbyCellQuery } from '#web/settings/nearby-cell.api.ts'
import { StoryRowSlot } from '#web/stories/row/StoryRowSlot.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { EmptyFeed } from './EmptyFeed.tsx'
import { nearKmOf, useFeedArea } from './feed-area.ts'
import { dividersOf } from './feed-bands.ts'
import { feedQuery, newestPostQuery, refreshFeed } from './feed.api.ts'
import { feedText } from './feed.text.ts'
import { FeedAreaButton } from './FeedAreaButton.tsx'
import { FeedChoice } from './FeedChoice.tsx'
import { FeedPosts } from './FeedPosts.tsx'
import { FeedSkeleton } from './FeedSkeleton.tsx'
import styles from './FeedPage.module.css'
import { NewPosts } from './NewPosts.tsx'
import { PullToRefresh } from './PullToRefresh.tsx'
import { useFeedRefresh } from './feed-refresh.ts'

export function FeedPage() {
  const position = usePosition()
  const area = useFeedArea()
  const feed = useInfiniteQuery(feedQuery(area))
  useQuery(nearbyCellQuery(position))
  const { refreshing, refresh } = useFeedRefresh(feedQuery(area).queryKey, () => refreshFeed(area))
  const pages = feed.data?.pages
  const first = pages?.find(({ posts }) => posts.length > 0)?.posts[0]
  const nearKm = nearKmOf(area)
  return (
    <>
      <title>{feedText.title}</title>
      <PageHeader title={feedText.title}>
        <FeedAreaButton area={area} posts={pages?.[0]?.posts ?? []} />
      </PageHeader>
      {pages && <NewPosts query={newestPostQuery(area)} first={first} onShow={refresh} />}
      <PullToRefresh refreshing={refreshing} onRefresh={refresh}>
        <FeedChoice current={pagePaths.feed} />
        <Announcements place="feed" />
        <StoryRowSlot isReady={pages !== undefined} />
        <PublicationsSlot />
        {(feed.isPending || first) && (
          <div role="feed" aria-label={feedText.posts} aria-busy={feed.isFetching}>
            {feed.isPending && <FeedSkeleton />}
            {pages && <FeedPosts pages={pages} dividers={dividersOf(pages, nearKm)} />}
          </div>
        )}
        {!pages && feed.isError && <LoadFailure text={errorMessage(feed.error)} onRetry={() => void feed.refetch()} />}
        {pages && !first && <EmptyFeed isNarrow={nearKm !== null && area.radius !== 'auto'} />}
        <NextPage query={feed} />
        {first && !feed.hasNextPage && <p className={styles.end}>{feedText.end}</p>}
      </PullToRefresh>
    </>
  )
}
