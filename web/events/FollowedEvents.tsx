import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useFollowedEvents } from './followed-events.api.ts'
import styles from './FollowedEvents.module.css'

const FollowedEventStrip = lazyPart(async () => (await import('./FollowedEventStrip.tsx')).FollowedEventStrip)

/**
 * Above the posts of a feed: what happens within a week at places that the viewer follows. Its height is reserved while
 * its code loads.
 */
export function FollowedEvents() {
  const { data: events = [] } = useFollowedEvents()
  return (
    events.length > 0 && (
      <div className={styles.place}>
        <FollowedEventStrip events={events} />
      </div>
    )
  )
}
