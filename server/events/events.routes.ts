import type { eventsCalls } from '#contract/events.ts'
import type { AppContext } from '#server/app-context.ts'
import { findPlace } from '#server/places/places.queries.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { platformText } from '#server/platform/platform.text.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { anonymousViewerId } from '#server/platform/viewer.ts'
import { addEvent, attendEvent, deleteOwnEvent } from './events.actions.ts'
import { findEventsInArea, findEventsOfFollowed, findEventsOfPlace } from './events.queries.ts'
import { readCursor, writeCursor } from './events.rules.ts'
import { eventsText } from './events.text.ts'
import { viewEvent } from './events.views.ts'

export const eventsRoutes = ({
  db,
  quotas,
  jobs,
}: Pick<AppContext, 'db' | 'quotas' | 'jobs'>): Pick<Handlers, keyof typeof eventsCalls> => ({
  async getPlaceEvents({ location_id, cursor, limit, offset }, { viewer }) {
    const after = readCursor(cursor)
    if (!after) throw new Refusal(400, platformText.badCursor)
    const viewerId = viewer?.id ?? anonymousViewerId
    if (!(await findPlace(db, viewerId, location_id))) throw notFound()
    const rows = await findEventsOfPlace(db, {
      viewerId,
      placeId: location_id,
      startsMs: after.startsMs,
      afterId: after.id,
      limit: limit + 1,
      offset: cursor === undefined ? offset : 0,
    })
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const next = rows.length > limit && last ? writeCursor({ startsMs: last.starts_at.getTime(), id: last.id }) : null
    return { success: true, events: page.map(viewEvent), next_cursor: next }
  },

  async getFollowedEvents(_input, { viewer }) {
    return { success: true, events: (await findEventsOfFollowed(db, viewer.id)).map(viewEvent) }
  },

  async getAreaEvents(box, { viewer }) {
    return { success: true, events: (await findEventsInArea(db, { viewerId: viewer.id, ...box })).map(viewEvent) }
  },

  async addEvent({ user_id: _actingId, ...event }, { viewer }) {
    return { success: true, event: viewEvent(await addEvent({ db, quotas, jobs }, viewer.id, event)) }
  },

  async attendEvent({ event_id, going }, { viewer }) {
    const event = await attendEvent(db, viewer.id, { eventId: event_id, isGoing: going === 1 })
    return { success: true, event: viewEvent(event) }
  },

  async deleteEvent({ event_id }, { viewer }) {
    await deleteOwnEvent(db, viewer.id, event_id)
    return { success: true, message: eventsText.deleted }
  },
})
