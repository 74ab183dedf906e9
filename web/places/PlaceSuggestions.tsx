import { useQuery } from '@tanstack/react-query'
import type { ListedPlace } from '#contract/places.ts'
import { distanceInMetres, usePosition } from '#web/platform/geolocation.ts'
import { formatDistance } from '#web/ui/ui.text.ts'
import { useKnownPlaces } from './known-places.ts'
import { PlaceKindIcon } from './PlaceKindIcon.tsx'
import styles from './PlaceSuggestions.module.css'
import { nearbyPlacesQuery } from './places.api.ts'
import { placesText } from './places.text.ts'

const suggestedNearest = 3
const suggestedRecent = 2

/**
 * The nearest places and those used last, to be chosen with one press; undefined while the nearest ones load. A town is
 * not where somebody is.
 */
function useSuggestedPlaces(): ListedPlace[] | undefined {
  const position = usePosition()
  const { recent, nearest: lastNearest } = useKnownPlaces()
  const { data, isLoading, failureCount } = useQuery({ ...nearbyPlacesQuery(position, 3), enabled: position !== null })
  if (isLoading && failureCount === 0) return undefined
  // Without a network, those of the last time.
  const nearest = (data ?? (failureCount > 0 ? lastNearest : []))
    .filter(({ kind }) => kind !== 'town')
    .slice(0, suggestedNearest)
  const others = recent.filter(({ id }) => nearest.every((place) => place.id !== id)).slice(0, suggestedRecent)
  return [...nearest, ...others]
}

/**
 * The nearest places and those used last, one press away. The device computes how far they are. Their room is there
 * before they are: what lies below does not move under a finger.
 */
export function PlaceSuggestions({ onPick }: { onPick: (place: ListedPlace) => void }) {
  const position = usePosition()
  const places = useSuggestedPlaces()
  const { rememberPicked } = useKnownPlaces()
  const pick = (place: ListedPlace) => {
    rememberPicked(place)
    onPick(place)
  }
  if (!places) return <div className={styles.places} />
  if (places.length === 0) return null
  return (
    <ul className={styles.places} aria-label={placesText.suggested}>
      {places.map((place) => (
        <li key={place.id}>
          <button type="button" className={styles.place} onClick={() => pick(place)}>
            <PlaceKindIcon kind={place.kind} size={16} />
            <span className={styles.name}>{place.name}</span>
            {position && <span className={styles.distance}>{formatDistance(distanceInMetres(position, place))}</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}
