import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { Button } from '#web/ui/Button.tsx'
import drawing from '#web/ui/drawings/pinned-piazza.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PlaceRowSkeleton } from './PlaceRow.tsx'
import { placeQuery } from './places.api.ts'
import { placesText } from './places.text.ts'
import { PlaceUnavailable } from './PlaceUnavailable.tsx'
import { PropertyForm } from './PropertyForm.tsx'

export function RequireLocationPropertyPage() {
  const [query] = useSearchParams()
  const named = query.get('location')
  const goBack = useGoBack()
  return (
    <>
      <title>{placesText.claimTitle}</title>
      <PageHeader title={placesText.claimTitle} onBack={goBack} />
      {named === null ? <NoPlace /> : <Property key={named} placeId={Number(named)} />}
    </>
  )
}

const NoPlace = () => (
  <EmptyState drawing={drawing} title={placesText.claimWithoutPlace} text={placesText.claimWithoutPlaceText}>
    <Button render={(props) => <Link to={pagePaths.search} {...props} />}>{placesText.toSearch}</Button>
  </EmptyState>
)

function Property({ placeId }: { placeId: number }) {
  const query = useInfiniteQuery(placeQuery(placeId))
  const place = query.data?.pages[0]?.place
  if (place) return <PropertyForm place={place} />
  if (query.isError) return <PlaceUnavailable error={query.error} onRetry={() => void query.refetch()} />
  return (
    <ul aria-busy>
      <PlaceRowSkeleton />
    </ul>
  )
}
