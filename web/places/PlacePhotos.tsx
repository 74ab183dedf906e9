import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import type { PlacePhoto } from '#contract/places.ts'
import { Picture } from '#web/ui/Picture.tsx'
import styles from './PlacePhotos.module.css'
import { placesText } from './places.text.ts'

type PlacePhotosProps = { photos: PlacePhoto[]; placeName: string }

/** Fewer are seen at once in the posts below. */
const fewestPhotos = 3

/** The newest photos of posts at a place, in one line that scrolls; each leads to its post. */
export const PlacePhotos = ({ photos, placeName }: PlacePhotosProps) =>
  photos.length >= fewestPhotos && (
    <ul className={styles.photos} aria-label={placesText.photosOf(placeName)}>
      {photos.map(({ post_id, username, image_url, image_thumbhash, image_alt }) => (
        <li key={post_id}>
          <Link className={styles.photo} to={pagePaths.post(post_id)}>
            <Picture
              className={styles.picture}
              src={image_url}
              alt={image_alt ?? placesText.photoBy(username)}
              width={1}
              height={1}
              thumbhash={image_thumbhash}
              sizes="120px"
            />
          </Link>
        </li>
      ))}
    </ul>
  )
