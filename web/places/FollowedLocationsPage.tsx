import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { useGoBack } from '#web/navigation/go-back.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { Button } from '#web/ui/Button.tsx'
import drawing from '#web/ui/drawings/blank-map.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ProfileUnavailable } from '#web/users/ProfileUnavailable.tsx'
import { followedPlacesQuery } from './places.api.ts'
import { placesText } from './places.text.ts'
import { PlacesList } from './PlaceRow.tsx'

export function FollowedLocationsPage() {
  const userId = Number(useParams().userId)
  const places = useInfiniteQuery(followedPlacesQuery(userId))
  const isOwn = useCurrentUser()?.id === userId
  const goBack = useGoBack()
  return (
    <>
      <title>{placesText.followedTitle}</title>
      <PageHeader title={placesText.followedTitle} onBack={goBack} />
      <PlacesList
        label={placesText.followedTitle}
        query={places}
        empty={
          <EmptyState drawing={drawing} title={placesText.noFollowedPlaces}>
            {isOwn && (
              <Button render={(props) => <Link to={pagePaths.search} {...props} />}>{placesText.findPlaces}</Button>
            )}
          </EmptyState>
        }
        unavailable={<ProfileUnavailable />}
      />
    </>
  )
}
