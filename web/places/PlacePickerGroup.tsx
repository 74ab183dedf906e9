import { MapPin } from 'lucide-react'
import { useId } from 'react'
import type { ListedPlace } from '#contract/places.ts'
import { distanceInMetres, type Position } from '#web/platform/geolocation.ts'
import styles from './PlacePickerGroup.module.css'
import { placesText } from './places.text.ts'

type PlacePickerGroupProps = {
  title: string
  places: readonly ListedPlace[]
  /** The exact position: it is measured from here, on the device. */
  from: Position | null
  onPick: (place: ListedPlace) => void
}

export function PlacePickerGroup({ title, places, from, onPick }: PlacePickerGroupProps) {
  const id = useId()
  if (places.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      <ul className={styles.list}>
        {places.map((place) => (
          <li key={place.id}>
            <button type="button" className={styles.place} onClick={() => onPick(place)}>
              <span className={styles.pin}>
                <MapPin size={20} aria-hidden />
              </span>
              <span className={styles.words}>
                <span className={styles.name}>{place.name}</span>
                {place.town && <span className={styles.town}>{place.town}</span>}
              </span>
              {from && <span className={styles.distance}>{placesText.distance(distanceInMetres(from, place))}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
