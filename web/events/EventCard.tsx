import { Check, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { PlaceEvent } from '#contract/events.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { LiveText } from '#web/navigation/LiveText.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { preloadSheet } from '#web/ui/Sheet.tsx'
import { calendarLeaf, formatEventTime } from './event-times.ts'
import { toggleGoing } from './events.api.ts'
import styles from './EventCard.module.css'
import { eventsText } from './events.text.ts'

const EventOptions = lazyDialog(() => import('./EventOptions.tsx'), 'EventOptions')

function preload() {
  preloadSheet()
  EventOptions.preload()
}

/** An event: its time and title, its author and its participants. */
export function EventCard({ event }: { event: PlaceEvent }) {
  const { title, description, starts_at, ends_at, user_id, username } = event
  const [isMenuOpen, setMenuOpen] = useState(false)
  const leaf = calendarLeaf(starts_at)
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <span className={styles.leaf} aria-hidden>
          <span className={styles.month}>{leaf.month}</span>
          <span className={styles.day}>{leaf.day}</span>
        </span>
        <div className={styles.what}>
          <h2 dir="auto" className={styles.title}>
            {title}
          </h2>
          <time className={styles.when} dateTime={starts_at}>
            {formatEventTime(starts_at, ends_at)}
          </time>
        </div>
        <IconButton
          label={eventsText.optionsOf(title)}
          aria-haspopup="dialog"
          onPointerEnter={preload}
          onFocus={preload}
          onClick={() => setMenuOpen(true)}
        >
          <Ellipsis size={20} aria-hidden />
        </IconButton>
      </div>
      {description && (
        <p dir="auto" className={styles.description}>
          <LiveText text={description} />
        </p>
      )}
      <p className={styles.by}>
        {eventsText.announcedBy}{' '}
        <Link className={styles.author} to={pagePaths.profile(user_id)}>
          {username}
        </Link>
      </p>
      <Going event={event} />
      <EventOptions event={event} open={isMenuOpen} onOpenChange={setMenuOpen} />
    </li>
  )
}

function Going({ event }: { event: PlaceEvent }) {
  const { title, is_going, going_count, going_people } = event
  const toggle = toggleGoing(event)
  return (
    <div className={styles.going}>
      {going_people.length > 0 && (
        <span className={styles.faces}>
          {going_people.map(({ id, username, profile_pic }) => (
            <Avatar key={id} className={styles.face} name={username} picture={profile_pic} size={28} />
          ))}
        </span>
      )}
      <span className={styles.count}>
        {eventsText.going(
          going_people.map(({ username }) => username),
          going_count,
        )}
      </span>
      <Button
        size="small"
        variant={is_going ? 'primary' : 'soft'}
        icon={is_going && <Check size={18} aria-hidden />}
        aria-pressed={is_going}
        aria-label={eventsText.attendEvent(title)}
        onClick={() => void toggle()}
      >
        {eventsText.attend}
      </Button>
    </div>
  )
}
