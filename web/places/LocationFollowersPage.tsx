import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useGoBack } from '#web/navigation/go-back.ts'
import drawing from '#web/ui/drawings/empty-bench.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PeopleList } from '#web/users/PeopleList.tsx'
import { placeFollowersQuery } from './places.api.ts'
import { placesText } from './places.text.ts'
import { PlaceUnavailable } from './PlaceUnavailable.tsx'

export function LocationFollowersPage() {
  const { locationId } = useParams()
  const followers = useInfiniteQuery(placeFollowersQuery(Number(locationId)))
  const goBack = useGoBack()
  return (
    <>
      <title>{placesText.followersTitle}</title>
      <PageHeader title={placesText.followersTitle} onBack={goBack} />
      <PeopleList
        label={placesText.followersTitle}
        query={followers}
        empty={<EmptyState drawing={drawing} title={placesText.noFollowers} text={placesText.noFollowersText} />}
        unavailable={<PlaceUnavailable error={followers.error} onRetry={() => void followers.refetch()} />}
      />
    </>
  )
}
