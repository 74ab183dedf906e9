import styles from './PlacesCredit.module.css'
import { placesText } from './places.text.ts'

/** The attribution required by the licence of GeoNames, wherever its places are shown. */
export const PlacesCredit = () => (
  <p className={styles.credit}>
    {placesText.credit}{' '}
    <a href="https://www.geonames.org" target="_blank" rel="noreferrer">
      GeoNames
    </a>{' '}
    (CC BY 4.0)
  </p>
)
