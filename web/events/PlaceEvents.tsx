import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarPlus, Check, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { PlaceEvent } from '#contract/events.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { LiveText } from '#web/navigation/LiveText.tsx'
import { ListFrame } from '#web/platform/ListFrame.tsx'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import drawing from '#web/ui/drawings/stage-before-the-show.svg'
import { Dialog, Sheet } from '#web/ui/Dialog.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { formatEventTime } from './event-times.ts'
import { EventLeaf } from './EventList.tsx'
import { placeEventsQuery, toggleGoing } from './events.api.ts'
import { eventsText } from './events.text.ts'
import styles from './PlaceEvents.module.css'

const EventOptions = lazyDialog(() => import('./EventOptions.tsx'), 'EventOptions', Sheet)

/** An event: its time and title, its author and its participants. */
function EventCard({ event }: { event: PlaceEvent }) {
  const { title, description, starts_at, ends_at, user_id, username } = event
  const [isMenuOpen, setMenuOpen] = useState(false)
  const isSignedIn = useCurrentUser() !== null
  return (
    <Stack as="li" gap={3} className={styles.card}>
      <div className={styles.head}>
        <EventLeaf startsAt={starts_at} />
        <div className="grows">
          <h2 dir="auto" className={styles.title}>
            {title}
          </h2>
          <time className={styles.when} dateTime={starts_at}>
            {formatEventTime(starts_at, ends_at)}
          </time>
        </div>
        {isSignedIn && (
          <DialogButton
            as={IconButton}
            opens={EventOptions}
            label={eventsText.optionsOf(title)}
            onClick={() => setMenuOpen(true)}
          >
            <Ellipsis size={20} aria-hidden />
          </DialogButton>
        )}
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
      <p>
        <a
          className={styles.calendar}
          href={`/api/calendar/${event.id}.ics`}
          download
          aria-label={eventsText.addEventToCalendar(title)}
        >
          <CalendarPlus size={18} aria-hidden />
          {eventsText.addToCalendar}
        </a>
      </p>
      {isSignedIn && (
        <>
          <Going event={event} />
          <EventOptions event={event} open={isMenuOpen} onOpenChange={setMenuOpen} />
        </>
      )}
    </Stack>
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

const NewEventDialog = lazyDialog(() => import('./NewEventDialog.tsx'), 'NewEventDialog', Dialog)

type PlaceEventsProps = { place: { id: number; location_name: string } }

/** The events at a place, soonest first; everybody may announce one. */
export function PlaceEvents({ place }: PlaceEventsProps) {
  const query = useInfiniteQuery(placeEventsQuery(place.id))
  const isSignedIn = useCurrentUser() !== null
  const [isAdding, setAdding] = useState(false)
  const events = query.data?.pages.flatMap((page) => page.events)
  const isEmpty = events?.length === 0
  const add = isSignedIn && (
    <DialogButton
      opens={NewEventDialog}
      size="small"
      variant={isEmpty ? 'primary' : 'soft'}
      icon={<CalendarPlus size={18} aria-hidden />}
      onClick={() => setAdding(true)}
    >
      {eventsText.add}
    </DialogButton>
  )
  return (
    <>
      <ListFrame
        query={query}
        isEmpty={isEmpty}
        empty={
          <EmptyState drawing={drawing} title={eventsText.none} text={eventsText.noneText}>
            {add}
          </EmptyState>
        }
      >
        {add && (
          <Stack padding="0 2 3" flush>
            {add}
          </Stack>
        )}
        <Stack
          as="ul"
          gap={3}
          padding="0 2 4"
          flush
          aria-label={eventsText.eventsAt(place.location_name)}
          aria-busy={query.isPending}
        >
          {query.isPending && [1, 2].map((key) => <Skeleton key={key} width="100%" height={172} />)}
          {events?.map((event) => (
            <EventCard key={event.id} event={event} />
          ))}
        </Stack>
      </ListFrame>
      <NewEventDialog placeId={place.id} open={isAdding} onOpenChange={setAdding} />
    </>
  )
}
