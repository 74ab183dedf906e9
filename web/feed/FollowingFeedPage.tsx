import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { Announcements } from '#web/announcements/Announcements.tsx'
import { useFollowedEvents } from '#web/events/followed-events.api.ts'
import { FollowedEvents } from '#web/events/FollowedEvents.tsx'
import { errorMessage } from '#web/platform/api-errors.ts'
import { StoryRowSlot } from '#web/stories/row/StoryRowSlot.tsx'
import { Button } from '#web/ui/Button.tsx'
import drawing from '#web/ui/drawings/binoculars-at-dusk.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { NewPosts, useFeedRefresh } from './FeedRefresh.tsx'
import { feedText } from './feed.text.ts'
import { FeedHead } from './FeedHead.tsx'
import { FeedEnd, FeedPosts, FeedSkeleton } from './FeedPosts.tsx'
import { followingFeedQuery, newestFollowedPostQuery, refreshFollowingFeed } from './following-feed.api.ts'
import { PullToRefresh } from './PullToRefresh.tsx'

/** The posts of the people and at the places that the viewer follows, wherever they are. */
export function FollowingFeedPage() {
  const feed = useInfiniteQuery(followingFeedQuery())
  const { refreshing, refresh } = useFeedRefresh(followingFeedQuery().queryKey, refreshFollowingFeed)
  const pages = useFollowedEvents().isPending ? undefined : feed.data?.pages
  const isPending = !pages && !feed.isError
  const first = pages?.find(({ posts }) => posts.length > 0)?.posts[0]
  return (
    <>
      <title>{feedText.followingTitle}</title>
      <FeedHead current={pagePaths.followingFeed} title={feedText.following} />
      {pages && <NewPosts query={newestFollowedPostQuery()} first={first} onShow={refresh} />}
      <PullToRefresh refreshing={refreshing} onRefresh={refresh}>
        <Announcements place="feed" />
        <StoryRowSlot isReady={pages !== undefined} />
        {pages && <FollowedEvents />}
        {(isPending || first) && (
          <div role="feed" aria-label={feedText.followedPosts} aria-busy={feed.isFetching}>
            {isPending && <FeedSkeleton />}
            {pages && <FeedPosts pages={pages} />}
          </div>
        )}
        {!pages && feed.isError && <LoadFailure text={errorMessage(feed.error)} onRetry={() => void feed.refetch()} />}
        {pages && !first && (
          <EmptyState drawing={drawing} title={feedText.noFollowed} text={feedText.noFollowedText}>
            <Button render={(props) => <Link to={pagePaths.search} {...props} />}>{feedText.findFollowed}</Button>
          </EmptyState>
        )}
        <NextPage query={feed} />
        {first && !feed.hasNextPage && <FeedEnd />}
      </PullToRefresh>
    </>
  )
}
