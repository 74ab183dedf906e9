import { useId } from 'react'
import type { ListedPlace } from '#contract/places.ts'
import { PlaceLabel, type PlacesOfList } from './PlaceLabel.tsx'
import styles from './PlacePicker.module.css'

type PlacePickerGroupProps = {
  title: string
  places: readonly ListedPlace[]
  /** The places of all groups; by default there is no other. */
  among?: PlacesOfList
  onPick: (place: ListedPlace) => void
}

export function PlacePickerGroup({ title, places, among = places, onPick }: PlacePickerGroupProps) {
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
              <PlaceLabel place={place} among={among} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
