import { useQuery } from '@tanstack/react-query'
import type { MapBox } from '#contract/map-box.ts'
import { EventList } from './EventList.tsx'
import { areaEventsQuery } from './events.api.ts'
import { eventsText } from './events.text.ts'

/** What happens within a week in a part of the map. */
export const AreaEvents = ({ box }: { box: MapBox }) => (
  <EventList title={eventsText.inThisArea} events={useQuery(areaEventsQuery(box)).data} />
)
