import { MapPin, Navigation, PenLine } from 'lucide-react'
import { Link } from 'react-router'
import { countedSpotted } from '#contract/limits.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { PlacePhoto } from '#contract/places.ts'
import { townLabel } from '#contract/town-label.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { distanceInMetres, usePosition } from '#web/platform/geolocation.ts'
import { NewPostLink } from '#web/posts/NewPostLink.tsx'
import { PostCardSkeleton } from '#web/posts/PostCard.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Counter } from '#web/ui/Counter.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { CornerPlayMark } from '#web/ui/PlayMark.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { directionsLink } from './directions-link.ts'
import { placeKindsText } from './place-kinds.text.ts'
import { PlaceFollowButton } from './PlaceFollowButton.tsx'
import type { Place } from './places.api.ts'
import { placesText } from './places.text.ts'
import { PlaceScene } from './PlaceScene.tsx'
import styles from './PlaceHeader.module.css'

type PlacePhotosProps = { photos: PlacePhoto[]; placeName: string }

/** Fewer are seen at once in the posts below. */
const fewestPhotos = 3

/** The newest photos of posts at a place, in one line that scrolls; each leads to its post. */
const PlacePhotos = ({ photos, placeName }: PlacePhotosProps) =>
  photos.length >= fewestPhotos && (
    <ul className={styles.photos} aria-label={placesText.photosOf(placeName)}>
      {photos.map(({ post_id, username, image_url, image_thumbhash, image_alt, is_video }) => (
        <li key={post_id}>
          <Link className={styles.photo} to={pagePaths.post(post_id)}>
            {is_video && image_alt && <span className="visually-hidden">{placesText.video} </span>}
            <Picture
              className={styles.photosPicture}
              src={image_url}
              alt={image_alt ?? (is_video ? placesText.videoBy(username) : placesText.photoBy(username))}
              width={1}
              height={1}
              thumbhash={image_thumbhash}
              sizes="120px"
            />
            {is_video && <CornerPlayMark />}
          </Link>
        </li>
      ))}
    </ul>
  )

export function PlaceHeader({ place }: { place: Place }) {
  const { id, location_name: name, kind, town, province } = place
  const position = usePosition()
  const isSignedIn = useCurrentUser() !== null
  const details = [
    placeKindsText.kindAndTown(kind, place),
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
        <PlaceScene className={styles.picture} name={`${name} ${townLabel(place) ?? ''}`} kind={kind} />
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
      <div className={styles.known}>
        <div className={styles.counters}>
          <Counter
            label={placesText.followers}
            count={place.followers_count}
            {...(isSignedIn && { render: (props) => <Link to={pagePaths.locationFollowers(id)} {...props} /> })}
          />
          <Counter
            label={placesText.spotted}
            count={place.spotted_confirmed_count}
            limit={countedSpotted}
            render={(props) => <Link to={pagePaths.locationSpotted(id)} {...props} />}
          />
        </div>
        {isSignedIn && <PlaceFollowButton isSecond place={{ id, name, is_followed: place.is_followed }} />}
      </div>
      <div className={styles.actions}>
        {isSignedIn ? (
          <Button
            size="small"
            icon={<PenLine size={18} aria-hidden />}
            render={(props) => <NewPostLink place={{ id, name, town, province }} {...props} />}
          >
            {placesText.writeHere}
          </Button>
        ) : (
          <Button size="small" render={(props) => <Link to={pagePaths.login} {...props} />}>
            {placesText.signIn}
          </Button>
        )}
        <Button
          size="small"
          variant="outline"
          icon={<Navigation size={18} aria-hidden />}
          render={({ className, children }) => (
            <a className={className} {...directionsLink(navigator, place)}>
              {children}
            </a>
          )}
        >
          {placesText.takeMeThere}
        </Button>
      </div>
      <PlacePhotos photos={place.photos} placeName={name} />
    </section>
  )
}

/** Shown while a place loads. */
export const PlaceHeaderSkeleton = () => (
  <div aria-busy>
    <Stack gap={3} padding="0 2 6" flush aria-hidden>
      <Skeleton className={styles.loadingPicture} height="auto" />
      <Skeleton width="62%" height={28} />
      <Skeleton width="38%" height={15} />
      <Skeleton width="100%" height={52} />
    </Stack>
    <PostCardSkeleton />
  </div>
)
