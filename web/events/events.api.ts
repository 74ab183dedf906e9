import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { Input } from '#contract/calls.ts'
import { boxAreaKm2, type MapBox, mapPlacesAreaKm2 } from '#contract/map-box.ts'
import type { PlaceEvent } from '#contract/events.ts'
import { call } from '#web/platform/api.ts'
import { changePages } from '#web/platform/change-data.ts'
import { cursorQuery } from '#web/platform/cursor-query.ts'
import { currentUser } from '#web/platform/current-user.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { createToggle, expectedCount, type ToggleState } from '#web/platform/toggle.ts'
import { placeQuery } from '#web/places/places.api.ts'
import { showToast } from '#web/ui/toast.ts'
import { eventsText } from './events.text.ts'
import { refreshFollowedEvents } from './followed-events.api.ts'

const eventsKey = ['events', 'getPlaceEvents'] as const

/** The events of a place, soonest first. Never stale: they end. */
export const placeEventsQuery = (placeId: number) =>
  cursorQuery([...eventsKey, placeId], 'getPlaceEvents', { location_id: placeId }, { staleTime: 0 })

/** The next events in a part of the map. */
export const areaEventsQuery = (box: MapBox) =>
  queryOptions({
    queryKey: ['events', 'getAreaEvents', box],
    queryFn: async ({ signal }) => (await call('getAreaEvents', box, signal)).events,
    enabled: boxAreaKm2(box) <= mapPlacesAreaKm2,
    placeholderData: keepPreviousData,
  })

const changeEvents = (change: (events: PlaceEvent[]) => PlaceEvent[]) =>
  changePages({ queryKey: eventsKey }, 'events', change)

const mostFaces = 3

/** The avatars of an event after the viewer goes, or does not. */
function facesAfter(faces: PlaceEvent['going_people'], isGoing: boolean): PlaceEvent['going_people'] {
  const viewer = currentUser()
  if (!viewer) return faces
  const others = faces.filter(({ id }) => id !== viewer.id)
  const { id, username, profile_pic } = viewer
  return isGoing ? [{ id, username, profile_pic }, ...others].slice(0, mostFaces) : others
}

const toggleAttendance = createToggle<number, ToggleState>({
  send: async (eventId, on) => {
    const { event } = await call('attendEvent', { event_id: eventId, going: on ? 1 : 0 })
    return { on: event.is_going, count: event.going_count }
  },
  expect: expectedCount,
  show: (eventId, { on, count }) =>
    changeEvents((events) =>
      events.map((event) =>
        event.id === eventId
          ? { ...event, is_going: on, going_count: count, going_people: facesAfter(event.going_people, on) }
          : event,
      ),
    ),
})

/** Returns the click handler of “Ci vado”. */
export const toggleGoing =
  ({ id, is_going, going_count }: PlaceEvent) =>
  () =>
    toggleAttendance(id, { on: is_going, count: going_count })

/** Those above the feed are fetched at once: they must not change when it is opened again. */
const refreshEvents = () =>
  Promise.all([queryClient.invalidateQueries({ queryKey: ['events'] }), refreshFollowedEvents()])

export const useAddEvent = () =>
  useMutation({
    mutationFn: (input: Input<'addEvent'>) => call('addEvent', input),
    onSuccess: (_reply, { location_id }) => {
      showToast(eventsText.published)
      // The number on the tab of its place is part of the place.
      void queryClient.invalidateQueries({ queryKey: placeQuery(Number(location_id)).queryKey })
      return refreshEvents()
    },
  })

/** Deletes an event of the viewer's own. */
export async function deleteEvent(id: number) {
  const { message } = await call('deleteEvent', { event_id: id })
  changeEvents((events) => events.filter((event) => event.id !== id))
  void queryClient.invalidateQueries({ queryKey: ['places', 'getLocation'] })
  void refreshEvents()
  showToast(message)
}
