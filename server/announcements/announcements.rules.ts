import { announcementsText } from './announcements.text.ts'

const yearMs = 366 * 24 * 60 * 60 * 1000

/** Why an announcement may not have these times; null if it may. @param endsAt null: until it is withdrawn. */
export function refuseTimes(startsAt: Date, endsAt: Date | null, now: Date): string | null {
  const latest = now.getTime() + yearMs
  if (startsAt.getTime() > latest || (endsAt && endsAt.getTime() > latest)) return announcementsText.tooLate
  if (endsAt && endsAt <= now) return announcementsText.endIsPast
  return endsAt && endsAt <= startsAt ? announcementsText.endBeforeStart : null
}
