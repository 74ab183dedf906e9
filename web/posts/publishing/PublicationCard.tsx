import { MapPin } from 'lucide-react'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { postsText } from '#web/posts/posts.text.ts'
import type { Publication } from '#web/posts/publications.api.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import styles from './PublicationCard.module.css'
import { PublicationState } from './PublicationState.tsx'
import { publishingText } from './publishing.text.ts'

type PublicationCardProps = { publication: Publication; isStalled: boolean }

/** A post as its card will be, or a story in short, with the progress of its publication. */
export function PublicationCard({ publication, isStalled }: PublicationCardProps) {
  const user = useCurrentUser()
  const { is_story, text, place, privacy, pictures } = publication
  const [first] = pictures
  return (
    <li className={classNames(styles.card, is_story && styles.story)}>
      <div className={styles.header}>
        {is_story && first ? (
          <img className={styles.thumbnail} src={first.image} alt={first.alt || publishingText.picture(1, 1)} />
        ) : (
          <Avatar name={user?.username ?? ''} picture={user?.profile_pic} size={44} />
        )}
        <div className={styles.labels}>
          <p className={styles.name}>{is_story ? publishingText.story : user?.username}</p>
          <p className={styles.place}>
            {place && (
              <>
                <MapPin className={styles.pin} size={14} aria-hidden />
                <span dir="auto" className={styles.placeName}>
                  {place.name}
                </span>
              </>
            )}
            {privacy === 'followers' && <span>{postsText.followersOnly}</span>}
          </p>
        </div>
      </div>
      <PublicationState publication={publication} isStalled={isStalled} />
      {!is_story && first && (
        <div className={styles.frame}>
          <img
            className={styles.picture}
            src={first.image}
            alt={first.alt || publishingText.picture(1, pictures.length)}
          />
          {pictures.length > 1 && (
            <span className={styles.count} aria-hidden>
              {publishingText.count(pictures.length)}
            </span>
          )}
        </div>
      )}
      {text && (
        <p dir="auto" className={styles.text}>
          {text}
        </p>
      )}
    </li>
  )
}
