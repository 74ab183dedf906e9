import { usePublications, useStalledPublicationId } from '#web/posts/publications.api.ts'
import { PublicationCard } from './PublicationCard.tsx'
import styles from './Publications.module.css'
import { publishingText } from './publishing.text.ts'

/** The posts and stories that the server has not confirmed yet, the newest first, as the feed will have them. */
export function Publications() {
  const publications = usePublications()
  const stalledId = useStalledPublicationId()
  if (publications.length === 0) return null
  return (
    <ul className={styles.list} aria-label={publishingText.list}>
      {publications.toReversed().map((publication) => (
        <PublicationCard
          key={publication.client_id}
          publication={publication}
          isStalled={publication.client_id === stalledId}
        />
      ))}
    </ul>
  )
}
