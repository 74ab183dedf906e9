import { useQuery } from '@tanstack/react-query'
import { EventList } from './EventList.tsx'
import { followedEventsQuery } from './events.api.ts'
import { eventsText } from './events.text.ts'

/** Above the posts of a feed: what happens within a week at places that the viewer follows. */
export const FollowedEvents = () => (
  <EventList isStrip title={eventsText.followed} events={useQuery(followedEventsQuery()).data} />
)
