import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { Link, Navigate, useLocation, useParams } from 'react-router'
import { eventsFragment, pagePaths } from '#contract/page-paths.ts'
import type { Post } from '#contract/posts.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { useTabMemory } from '#web/navigation/tab-memory.ts'
import { isGone } from '#web/platform/api-errors.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { PostList } from '#web/posts/PostList.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Sheet } from '#web/ui/Dialog.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import noPosts from '#web/ui/drawings/blank-postcard.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { lazyDialog, lazyPart } from '#web/ui/lazy-part.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { showToast } from '#web/ui/toast.ts'
import { uiText } from '#web/ui/ui.text.ts'
import { PlaceHeader, PlaceHeaderSkeleton } from './PlaceHeader.tsx'
import { type Place, placeQuery } from './places.api.ts'
import { placesText } from './places.text.ts'
import { PlaceUnavailable } from './PlaceUnavailable.tsx'

const PlaceEvents = lazyPart(async () => (await import('#web/events/PlaceEvents.tsx')).PlaceEvents)
const PlaceInfo = lazyPart(async () => (await import('./PlaceInfo.tsx')).PlaceInfo)

const SharePlaceSheet = lazyDialog(() => import('./SharePlaceSheet.tsx'), 'SharePlaceSheet', Sheet)

/** Its code loads when it first opens. */
function ShareButton({ place }: { place: Place }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <DialogButton
        as={IconButton}
        opens={SharePlaceSheet}
        label={placesText.share}
        tone="ink"
        onClick={() => setOpen(true)}
      >
        <Share2 size={22} aria-hidden />
      </DialogButton>
      <SharePlaceSheet place={place} open={open} onOpenChange={setOpen} />
    </>
  )
}

type PlaceTabsProps = {
  place: Place
  /** The query of the place and its posts. */
  query: UseInfiniteQueryResult<InfiniteData<{ posts: Post[] }>>
}

function PlaceTabs({ place, query }: PlaceTabsProps) {
  const [tab, setTab] = useTabMemory<'posts' | 'events' | 'info'>(
    useLocation().hash === eventsFragment ? 'events' : 'posts',
  )
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
        { value: 'events', label: placesText.eventsTab(place.events_count), content: <PlaceEvents {...part} /> },
        { value: 'info', label: placesText.info, content: <PlaceInfo {...part} /> },
      ]}
    />
  )
}

function NoPosts() {
  const isSignedIn = useCurrentUser() !== null
  return (
    <EmptyState drawing={noPosts} title={placesText.noPosts} text={placesText.noPostsText}>
      {isSignedIn && <Button render={(props) => <Link to={pagePaths.newSpot} {...props} />}>{placesText.write}</Button>}
    </EmptyState>
  )
}

export function LocationPage() {
  const { locationId } = useParams()
  return <Location key={locationId} placeId={Number(locationId)} />
}

function Location({ placeId }: { placeId: number }) {
  const query = useInfiniteQuery(placeQuery(placeId))
  const goBack = useGoBack()
  const place = isGone(query.error) ? undefined : query.data?.pages[0]?.place
  const name = place?.location_name ?? placesText.place
  // A place that became part of another one.
  if (place && place.id !== placeId) return <Navigate replace to={pagePaths.location(place.id)} />
  return (
    <>
      <title>{name}</title>
      <PageHeader title={placesText.shortName(name)} onBack={goBack}>
        {place && <ShareButton place={place} />}
      </PageHeader>
      {query.isPending && <PlaceHeaderSkeleton />}
      {!place && query.isError && <PlaceUnavailable error={query.error} onRetry={() => void query.refetch()} />}
      {place && <PlaceHeader place={place} />}
      {place && <PlaceTabs place={place} query={query} />}
    </>
  )
}
