import { MapPin, PenLine } from 'lucide-react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { usePosition, distanceInMetres } from '#web/platform/geolocation.ts'
import { NewPostLink } from '#web/posts/NewPostLink.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Counter } from '#web/ui/Counter.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { placeKindsText } from './place-kinds.text.ts'
import { PlaceFollowButton } from './PlaceFollowButton.tsx'
import styles from './PlaceHeader.module.css'
import { PlacePhotos } from './PlacePhotos.tsx'
import type { Place } from './places.api.ts'
import { placesText } from './places.text.ts'
import { PlaceScene } from './PlaceScene.tsx'

export function PlaceHeader({ place }: { place: Place }) {
  const { id, location_name: name, kind, town } = place
  const position = usePosition()
  const details = [
    placeKindsText.kindAndTown(kind, town),
    position && placesText.distanceFromYou(distanceInMetres(position, place)),
  ].filter(Boolean)
  return (
    <section className={styles.head}>
      {place.image ? (
        <Picture
          urgent
          className={styles.picture}
          src={place.image}
          alt={placesText.picture(name)}
          width={null}
          height={null}
        />
      ) : (
        <PlaceScene className={styles.picture} name={`${name} ${town ?? ''}`} kind={kind} />
      )}
      {/* What the header has room for is not said again. */}
      {placesText.shortName(name) !== name && (
        <h2 dir="auto" className={styles.name}>
          {name}
        </h2>
      )}
      {details.length > 0 && (
        <p className={styles.details}>
          <MapPin className={styles.pin} size={15} aria-hidden />
          {details.join(' · ')}
        </p>
      )}
      <div className={styles.counters}>
        <Counter
          label={placesText.followers}
          count={place.followers_count}
          render={(props) => <Link to={pagePaths.locationFollowers(id)} {...props} />}
        />
        <Counter
          label={placesText.spotted}
          count={place.spotted_confirmed_count}
          render={(props) => <Link to={pagePaths.locationSpotted(id)} {...props} />}
        />
      </div>
      <div className={styles.actions}>
        <Button
          size="small"
          icon={<PenLine size={18} aria-hidden />}
          render={(props) => <NewPostLink place={{ id, name, town }} {...props} />}
        >
          {placesText.writeHere}
        </Button>
        <PlaceFollowButton isSecond place={{ id, name, is_followed: place.is_followed }} />
      </div>
      <PlacePhotos photos={place.photos} placeName={name} />
    </section>
  )
}
