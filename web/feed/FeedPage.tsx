import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CircleKm } from '#contract/feed-radius.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { usePosition } from '#web/platform/geolocation.ts'
import { PostCardSkeleton } from '#web/posts/PostCardSkeleton.tsx'
import { PostPages } from '#web/posts/PostPages.tsx'
import { PublicationsSlot } from '#web/posts/publishing/PublicationsSlot.tsx'
import { nearbyCellQuery } from '#web/settings/nearby-cell.api.ts'
import { StoryRowSlot } from '#web/stories/row/StoryRowSlot.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { EmptyFeed } from './EmptyFeed.tsx'
import { nearKmOf, useFeedArea } from './feed-area.ts'
import { dividersOf, type ShownPost } from './feed-bands.ts'
import { feedQuery } from './feed.api.ts'
import { feedText } from './feed.text.ts'
import { FeedAreaButton } from './FeedAreaButton.tsx'
import { foldPosts } from './folded-posts.ts'
import { FoldedPostsButton } from './FoldedPostsButton.tsx'
import styles from './FeedPage.module.css'
import { NewPosts } from './NewPosts.tsx'
import { PullToRefresh } from './PullToRefresh.tsx'
import { useFeedRefresh } from './feed-refresh.ts'
import { useOpenedPosts } from './opened-posts.ts'

export function FeedPage() {
  const position = usePosition()
  const area = useFeedArea()
  const feed = useInfiniteQuery(feedQuery(area))
  useQuery(nearbyCellQuery(position))
  const { refreshing, refresh } = useFeedRefresh(area)
  const pages = feed.data?.pages
  const first = pages?.find(({ posts }) => posts.length > 0)?.posts[0]
  const nearKm = nearKmOf(area)
  return (
    <>
      <title>{feedText.title}</title>
      <PageHeader title={feedText.title}>
        <FeedAreaButton area={area} posts={pages?.[0]?.posts ?? []} />
      </PageHeader>
      {pages && <NewPosts area={area} first={first} onShow={refresh} />}
      <PullToRefresh refreshing={refreshing} onRefresh={refresh}>
        <StoryRowSlot isReady={pages !== undefined} />
        <PublicationsSlot />
        {(feed.isPending || first) && (
          <div role="feed" aria-label={feedText.posts} aria-busy={feed.isFetching}>
            {feed.isPending && <FirstLoad />}
            {pages && <FeedPosts pages={pages} nearKm={nearKm} />}
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

function FeedPosts({ pages, nearKm }: { pages: readonly { posts: ShownPost[] }[]; nearKm: CircleKm }) {
  const { openedPosts, openPosts } = useOpenedPosts()
  const dividers = dividersOf(pages, nearKm)
  const replacements = new Map<number, ReactNode>()
  for (const folded of foldPosts(pages, dividers)) {
    const posts = folded.filter(({ id }) => !openedPosts.has(id))
    for (const { id } of posts) replacements.set(id, null)
    if (posts[0]) replacements.set(posts[0].id, <FoldedPostsButton posts={posts} onOpen={openPosts} />)
  }
  return <PostPages pages={pages} list="feed" dividers={dividers} replacements={replacements} />
}

const FirstLoad = () => (
  <>
    <PostCardSkeleton />
    <PostCardSkeleton picture={false} />
    <PostCardSkeleton />
  </>
)
