import { fieldsText } from '#contract/fields.text.ts'
import type { Parsed } from '#contract/calls.ts'
import type { AppContext } from '#server/app-context.ts'
import { lockAccount } from '#server/auth/auth.queries.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { findPlace } from '#server/places/places.queries.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import {
  countUpcoming,
  deleteEventOf,
  type EventRow,
  findEvent,
  insertEvent,
  readTimes,
  setAttendance,
} from './events.queries.ts'
import { maxUpcomingEvents, overAt, refuseTimes } from './events.rules.ts'
import { eventsText } from './events.text.ts'

type NewEvent = Pick<Parsed<'addEvent'>, 'location_id' | 'title' | 'description' | 'starts_at' | 'ends_at'>

async function findVisibleEvent(db: Database, viewerId: number, eventId: number): Promise<EventRow> {
  const event = await findEvent(db, viewerId, eventId)
  if (!event) throw notFound()
  return event
}

/**
 * Announces an event, of which the followers of its place are told. Throws a Refusal 400 (its times, too many upcoming),
 * 404 (no such place) or 429 (today).
 */
export function addEvent(
  { db, quotas, jobs }: Pick<AppContext, 'db' | 'quotas' | 'jobs'>,
  viewerId: number,
  { location_id, title, description, starts_at, ends_at }: NewEvent,
): Promise<EventRow> {
  return inTransaction(db, async (trx) => {
    // One after the other, so that two at once are not one too many.
    if (!(await lockAccount(trx, viewerId)) || !(await findPlace(trx, viewerId, location_id))) throw notFound()
    const times = await readTimes(trx, starts_at, ends_at ?? null)
    if (!times) throw new Refusal(400, fieldsText.eventStart)
    const refused = refuseTimes(times)
    if (refused) throw new Refusal(400, refused)
    const upcoming = await countUpcoming(trx, viewerId)
    if (upcoming && upcoming.count >= maxUpcomingEvents)
      throw new Refusal(400, eventsText.tooManyUpcoming(maxUpcomingEvents))
    const id = await insertEvent(trx, {
      author_id: viewerId,
      place_id: location_id,
      title,
      description,
      starts_at: times.starts_at,
      ends_at: times.ends_at,
      over_at: overAt(times),
    })
    await quotas.countEvent(trx, viewerId)
    await jobs.add(trx, 'fanOut', { event: id, after: 0 })
    return findVisibleEvent(trx, viewerId, id)
  })
}

/** Stores whether the viewer goes to an event. Throws a Refusal 404. @returns the event afterwards. */
export async function attendEvent(
  db: Database,
  viewerId: number,
  { eventId, isGoing }: { eventId: number; isGoing: boolean },
): Promise<EventRow> {
  await findVisibleEvent(db, viewerId, eventId)
  await setAttendance(db, viewerId, eventId, isGoing)
  return findVisibleEvent(db, viewerId, eventId)
}

/** Deletes an event of the viewer's own. Throws a Refusal 404. */
export async function deleteOwnEvent(db: Database, viewerId: number, eventId: number): Promise<void> {
  if (!(await deleteEventOf(db, viewerId, eventId))) throw notFound()
}
