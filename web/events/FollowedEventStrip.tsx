import type { PlaceEvent } from '#contract/events.ts'
import { EventList } from './EventList.tsx'
import { eventsText } from './events.text.ts'

/** The events of `FollowedEvents`. */
export const FollowedEventStrip = ({ events }: { events: readonly PlaceEvent[] }) => (
  <EventList isStrip title={eventsText.followed} events={events} />
)
