import { eventsText } from './events.text.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** How long an event without an end stays in the lists. */
const assumedMs = 3 * hourMs
/** A festival of a fortnight. */
export const longestDays = 14
const furthestMs = 366 * dayMs

/** Upcoming events of one person: a small theatre's season, too few to fill a town's pages. */
export const maxUpcomingEvents = 20

/** Times as they are stored, and the time of the database. */
export type EventTimes = { starts_at: Date; ends_at: Date | null; now: Date }

/** Why an event cannot take place then; null if it can. */
export function refuseTimes({ starts_at, ends_at, now }: EventTimes): string | null {
  if (starts_at <= now) return eventsText.inThePast
  if (starts_at.getTime() - now.getTime() > furthestMs) return eventsText.tooFarOff
  if (ends_at && ends_at <= starts_at) return eventsText.endsBeforeStart
  if (ends_at && ends_at.getTime() - starts_at.getTime() > longestDays * dayMs) return eventsText.tooLong
  return null
}

/** When an event leaves the lists. */
export const overAt = ({ starts_at, ends_at }: Pick<EventTimes, 'starts_at' | 'ends_at'>): Date =>
  ends_at ?? new Date(starts_at.getTime() + assumedMs)

/** The event after which a page of events begins. */
export type EventPosition = { startsMs: number; id: number }
const firstPosition: EventPosition = { startsMs: 0, id: 0 }

export const writeCursor = ({ startsMs, id }: EventPosition): string => `${startsMs}_${id}`

/** Undefined for an invalid cursor. */
export function readCursor(cursor: string | undefined): EventPosition | undefined {
  if (cursor === undefined) return firstPosition
  const [, startsMs, id] = /^(\d{1,15})_(\d{1,16})$/.exec(cursor) ?? []
  const position = { startsMs: Number(startsMs), id: Number(id) }
  return Number.isSafeInteger(position.startsMs) && Number.isSafeInteger(position.id) ? position : undefined
}
