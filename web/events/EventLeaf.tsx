import { calendarLeaf } from './event-times.ts'
import styles from './EventLeaf.module.css'

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
