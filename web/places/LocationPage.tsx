import { useInfiniteQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { isGone } from '#web/platform/api-errors.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PlaceHeader } from './PlaceHeader.tsx'
import { PlaceHeaderSkeleton } from './PlaceHeaderSkeleton.tsx'
import { placeQuery } from './places.api.ts'
import { placesText } from './places.text.ts'
import { PlaceTabs } from './PlaceTabs.tsx'
import { PlaceUnavailable } from './PlaceUnavailable.tsx'

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
      <PageHeader title={placesText.shortName(name)} onBack={goBack} />
      {query.isPending && <PlaceHeaderSkeleton />}
      {!place && query.isError && <PlaceUnavailable error={query.error} onRetry={() => void query.refetch()} />}
      {place && <PlaceHeader place={place} />}
      {place && <PlaceTabs place={place} query={query} />}
    </>
  )
}
