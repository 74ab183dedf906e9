import type { ListedPlace } from '#contract/places.ts'
import { distanceInMetres, usePosition } from '#web/platform/geolocation.ts'
import { formatDistance } from '#web/ui/ui.text.ts'
import { useKnownPlaces, useSuggestedPlaces } from './known-places.ts'
import { PlaceKindIcon } from './PlaceKindIcon.tsx'
import styles from './PlaceSuggestions.module.css'
import { placesText } from './places.text.ts'

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
