import { queryOptions } from '@tanstack/react-query'
import type { Announcement } from '#contract/announcements.ts'
import { announcementsId } from '#contract/preloaded-data.ts'
import { call } from '#web/platform/api.ts'

const staleTimeMs = 5 * 60_000

/** The server puts them into the page, so that nothing moves when they appear. */
function readInlined(): Announcement[] {
  try {
    return JSON.parse(document.getElementById(announcementsId)?.textContent ?? '[]') as Announcement[]
  } catch {
    return []
  }
}

/** A page that stays open, or an offline copy, may hold an announcement that is over. */
const withoutEnded = (announcements: Announcement[]): Announcement[] => {
  const now = new Date().toISOString()
  return announcements.filter(({ ends_at }) => ends_at === null || ends_at > now)
}

/** The current announcements. They are fetched again when somebody returns to the page after minutes. */
export const announcementsQuery = () =>
  queryOptions({
    queryKey: ['announcements', 'getAnnouncements'],
    queryFn: async ({ signal }) => (await call('getAnnouncements', {}, signal)).announcements,
    initialData: readInlined,
    initialDataUpdatedAt: performance.timeOrigin,
    select: withoutEnded,
    staleTime: staleTimeMs,
    refetchOnWindowFocus: true,
  })
