import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '#web/platform/api-errors.ts'
import { Button } from '#web/ui/Button.tsx'
import drawing from '#web/ui/drawings/stage-before-the-show.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { EventCard } from './EventCard.tsx'
import { placeEventsQuery } from './events.api.ts'
import { eventsText } from './events.text.ts'
import styles from './PlaceEvents.module.css'

const NewEventDialog = lazyDialog(() => import('./NewEventDialog.tsx'), 'NewEventDialog')

type PlaceEventsProps = { place: { id: number; location_name: string } }

/** The events at a place, soonest first; everybody may announce one. */
export function PlaceEvents({ place }: PlaceEventsProps) {
  const query = useInfiniteQuery(placeEventsQuery(place.id))
  const [isAdding, setAdding] = useState(false)
  const events = query.data?.pages.flatMap((page) => page.events)
  const isEmpty = events?.length === 0
  if (!events && query.isError)
    return <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
  const add = (
    <Button
      size="small"
      variant={isEmpty ? 'primary' : 'soft'}
      icon={<CalendarPlus size={18} aria-hidden />}
      aria-haspopup="dialog"
      onPointerEnter={NewEventDialog.preload}
      onFocus={NewEventDialog.preload}
      onClick={() => setAdding(true)}
    >
      {eventsText.add}
    </Button>
  )
  return (
    <>
      {isEmpty ? (
        <EmptyState drawing={drawing} title={eventsText.none} text={eventsText.noneText}>
          {add}
        </EmptyState>
      ) : (
        <>
          <div className={styles.add}>{add}</div>
          <ul
            className={styles.events}
            aria-label={eventsText.eventsAt(place.location_name)}
            aria-busy={query.isPending}
          >
            {query.isPending && [1, 2].map((key) => <Skeleton key={key} width="100%" height={172} />)}
            {events?.map((event) => (
              <EventCard key={event.id} event={event} />
            ))}
          </ul>
          <NextPage query={query} />
        </>
      )}
      <NewEventDialog placeId={place.id} open={isAdding} onOpenChange={setAdding} />
    </>
  )
}
