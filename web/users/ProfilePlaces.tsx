import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Profile } from '#contract/users.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { PlacesList } from '#web/places/PlacesList.tsx'
import { followedPlacesQuery } from '#web/places/places.api.ts'
import { Button } from '#web/ui/Button.tsx'
import drawing from '#web/ui/drawings/road-to-a-pin.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import styles from './ProfilePlaces.module.css'
import { ProfileUnavailable } from './ProfileUnavailable.tsx'
import { usersText } from './users.text.ts'

/** The places that a user follows. */
export function ProfilePlaces({ person }: { person: Profile }) {
  const places = useInfiniteQuery(followedPlacesQuery(person.id))
  if (places.isPending)
    return (
      <div className={styles.spinner}>
        <Spinner size={28} />
      </div>
    )
  return (
    <>
      {places.data?.pages[0]?.locations.length ? (
        <div className={styles.all}>
          <Button
            variant="quiet"
            size="small"
            render={(props) => <Link to={pagePaths.followedLocations(person.id)} {...props} />}
          >
            {usersText.allPlaces}
          </Button>
        </div>
      ) : null}
      <PlacesList
        label={usersText.placesOf(person.username)}
        query={places}
        empty={<EmptyState drawing={drawing} title={usersText.noPlaces} />}
        unavailable={<ProfileUnavailable />}
      />
    </>
  )
}
