import { Link } from 'react-router'
import type { PlaceEvent } from '#contract/events.ts'
import { eventsFragment, pagePaths } from '#contract/page-paths.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Section } from '#web/ui/Section.tsx'
import { formatEventTime } from './event-times.ts'
import { EventLeaf } from './EventLeaf.tsx'
import styles from './EventList.module.css'

type EventListProps = {
  title: string
  events: readonly PlaceEvent[] | undefined
  /** In one line that scrolls. */
  isStrip?: boolean
}

/** Events of several places, each of which leads to the events of its place; nothing without any. */
export function EventList({ title, events = [], isStrip }: EventListProps) {
  if (events.length === 0) return null
  return (
    <Section className={styles.section} title={title}>
      <ul className={classNames(styles.list, isStrip && styles.strip)} aria-label={title}>
        {events.map(({ id, title: name, starts_at, ends_at, location_id, location_name }) => (
          <li key={id}>
            <Link className={styles.event} to={{ pathname: pagePaths.location(location_id), hash: eventsFragment }}>
              <EventLeaf startsAt={starts_at} />
              <span className="grows">
                <bdi className={styles.name}>{name}</bdi>
                <time className={styles.detail} dateTime={starts_at}>
                  {formatEventTime(starts_at, ends_at)}
                </time>
                <bdi className={styles.detail}>{location_name}</bdi>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
