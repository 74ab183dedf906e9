import { Fragment } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { PointMapLink } from '#web/map/PointMapLink.tsx'
import { Button } from '#web/ui/Button.tsx'
import styles from './PlaceInfo.module.css'
import { PlaceModeration } from './PlaceModeration.tsx'
import type { Place } from './places.api.ts'
import { placesText } from './places.text.ts'

export const PlaceInfo = ({ place }: { place: Place }) => (
  <div className={styles.info}>
    {/* Hidden: for programs that read the geo microformat. */}
    <p className="geo" hidden>
      <data className="latitude" value={place.latitude} />
      <data className="longitude" value={place.longitude} />
    </p>
    <PointMapLink name={place.location_name} point={place} />
    <p className={styles.sources}>
      {placesText.sources(place.sources.length)}{' '}
      {place.sources.map(({ name, licence, url }, index) => (
        <Fragment key={`${name} ${url}`}>
          {index > 0 && ', '}
          {url ? (
            <a href={url} target="_blank" rel="noreferrer">
              {name}
            </a>
          ) : (
            name
          )}{' '}
          ({licence})
        </Fragment>
      ))}
    </p>
    <Button
      wide
      variant="outline"
      render={(props) => (
        <Link to={{ pathname: pagePaths.requireLocationProperty, search: `?location=${place.id}` }} {...props} />
      )}
    >
      {placesText.claimPlace}
    </Button>
    <PlaceModeration place={place} />
  </div>
)
