/** Events are in Italy, wherever the reader is. */
const zone = { timeZone: 'Europe/Rome' } as const

const whole = new Intl.DateTimeFormat('it-IT', {
  ...zone,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const dayOfMonth = new Intl.DateTimeFormat('it-IT', { ...zone, day: 'numeric' })
const month = new Intl.DateTimeFormat('it-IT', { ...zone, month: 'short' })

/** "ven 28 nov, 21:00", or until when. */
export function formatEventTime(startsAt: string, endsAt: string | null): string {
  const start = new Date(startsAt)
  return endsAt === null ? whole.format(start) : whole.formatRange(start, new Date(endsAt))
}

/** Day and month, as on the leaf of a calendar. */
export const calendarLeaf = (startsAt: string) => ({
  day: dayOfMonth.format(new Date(startsAt)),
  month: month.format(new Date(startsAt)),
})

const wallClock = new Intl.DateTimeFormat('sv-SE', { ...zone, dateStyle: 'short', timeStyle: 'short' })

/** A time as a `datetime-local` field has it, on a clock in Italy. */
export const toWallTime = (time: Date): string => wallClock.format(time).replace(' ', 'T')
