import { Muted } from '#web/ui/Layout.tsx'
import { placesText } from './places.text.ts'

/** The attribution required by the licence of GeoNames, wherever its places are shown. */
export const PlacesCredit = () => (
  <Muted size="small" centred padding="4 2 2">
    {placesText.credit}{' '}
    <a href="https://www.geonames.org" target="_blank" rel="noreferrer">
      GeoNames
    </a>{' '}
    (CC BY 4.0)
  </Muted>
)
