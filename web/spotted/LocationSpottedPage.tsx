import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useGoBack } from '#web/navigation/go-back.ts'
import { PlaceUnavailable } from '#web/places/PlaceUnavailable.tsx'
import drawing from '#web/ui/drawings/binoculars-at-dusk.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { locationSpottedPostsQuery } from './spotted-posts.api.ts'
import { spottedPostsText } from './spotted-posts.text.ts'
import { SpottedGrid } from './SpottedGrid.tsx'

/** The posts of a place in which a person is confirmed. */
export function LocationSpottedPage() {
  const { locationId } = useParams()
  const posts = useInfiniteQuery(locationSpottedPostsQuery(Number(locationId)))
  const goBack = useGoBack()
  return (
    <>
      <title>{spottedPostsText.title}</title>
      <PageHeader title={spottedPostsText.title} onBack={goBack} />
      <SpottedGrid
        label={spottedPostsText.postsAtPlace}
        query={posts}
        empty={<EmptyState drawing={drawing} title={spottedPostsText.emptyAtPlace} />}
        unavailable={<PlaceUnavailable error={posts.error} onRetry={() => void posts.refetch()} />}
      />
    </>
  )
}
