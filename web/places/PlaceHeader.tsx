import { MapPin } from 'lucide-react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { usePosition, distanceInMetres } from '#web/platform/geolocation.ts'
import { Counter } from '#web/ui/Counter.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { PlaceFollowButton } from './PlaceFollowButton.tsx'
import styles from './PlaceHeader.module.css'
import type { Place } from './places.api.ts'
import { placesText } from './places.text.ts'
import { PlaceScene } from './PlaceScene.tsx'

export function PlaceHeader({ place }: { place: Place }) {
  const position = usePosition()
  return (
    <section className={styles.head}>
      {place.image ? (
        <Picture
          urgent
          className={styles.picture}
          src={place.image}
          alt={placesText.picture(place.location_name)}
          width={null}
          height={null}
        />
      ) : (
        <PlaceScene className={styles.picture} name={`${place.location_name} ${place.town ?? ''}`} />
      )}
      <h2 dir="auto" className={styles.name}>
        {place.location_name}
      </h2>
      {(place.town || position) && (
        <p className={styles.details}>
          <MapPin className={styles.pin} size={15} aria-hidden />
          {[place.town, position && placesText.distanceFromYou(distanceInMetres(position, place))]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      <div className={styles.actions}>
        <div className={styles.counters}>
          <Counter
            label={placesText.followers}
            count={place.followers_count}
            render={(props) => <Link to={pagePaths.locationFollowers(place.id)} {...props} />}
          />
          <Counter
            label={placesText.spotted}
            count={place.spotted_confirmed_count}
            render={(props) => <Link to={pagePaths.locationSpotted(place.id)} {...props} />}
          />
        </div>
        <PlaceFollowButton place={{ id: place.id, name: place.location_name, is_followed: place.is_followed }} />
      </div>
    </section>
  )
}
