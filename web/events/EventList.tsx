import { Link } from 'react-router'
import type { PlaceEvent } from '#contract/events.ts'
import { eventsFragment, pagePaths } from '#contract/page-paths.ts'
import { Stack } from '#web/ui/Layout.tsx'
import { Section } from '#web/ui/Section.tsx'
import { calendarLeaf, formatEventTime } from './event-times.ts'
import styles from './EventList.module.css'

/** The day of an event as a leaf of a calendar. Decorative: the time stands beside it in words. */
export function EventLeaf({ startsAt }: { startsAt: string }) {
  const { month, day } = calendarLeaf(startsAt)
  return (
    <span className={styles.leaf} aria-hidden>
      <span className={styles.month}>{month}</span>
      <span className={styles.day}>{day}</span>
    </span>
  )
}

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
      <Stack as="ul" gap={2} padding="0 2" flush className={isStrip ? styles.strip : undefined} aria-label={title}>
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
      </Stack>
    </Section>
  )
}
