import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Post } from '#contract/posts.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { useTabMemory } from '#web/navigation/tab-memory.ts'
import { PostList } from '#web/posts/PostList.tsx'
import { Button } from '#web/ui/Button.tsx'
import noPosts from '#web/ui/drawings/blank-postcard.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { showToast } from '#web/ui/toast.ts'
import { uiText } from '#web/ui/ui.text.ts'
import type { Place } from './places.api.ts'
import { placesText } from './places.text.ts'

const PlaceEvents = lazyPart(async () => (await import('#web/events/PlaceEvents.tsx')).PlaceEvents)
const PlaceInfo = lazyPart(async () => (await import('./PlaceInfo.tsx')).PlaceInfo)

type PlaceTabsProps = {
  place: Place
  /** The query of the place and its posts. */
  query: UseInfiniteQueryResult<InfiniteData<{ posts: Post[] }>>
}

export function PlaceTabs({ place, query }: PlaceTabsProps) {
  const [tab, setTab] = useTabMemory<'posts' | 'events' | 'info'>('posts')
  const posts = (
    <PostList label={placesText.postsAt(place.location_name)} query={query} empty={<NoPosts />} unavailable={null} />
  )
  const part = {
    place,
    waiting: (
      <div aria-busy>
        <Skeleton width="100%" height={172} />
      </div>
    ),
    onMissing: () => {
      showToast(uiText.networkError, 'danger')
      setTab('posts')
    },
  }
  return (
    <Tabs
      sticky
      label={placesText.contents}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'posts', label: placesText.posts, content: posts },
        { value: 'events', label: placesText.events, content: <PlaceEvents {...part} /> },
        { value: 'info', label: placesText.info, content: <PlaceInfo {...part} /> },
      ]}
    />
  )
}

const NoPosts = () => (
  <EmptyState drawing={noPosts} title={placesText.noPosts} text={placesText.noPostsText}>
    <Button render={(props) => <Link to={pagePaths.newSpot} {...props} />}>{placesText.write}</Button>
  </EmptyState>
)
