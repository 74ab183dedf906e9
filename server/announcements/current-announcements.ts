import type { Announcement } from '#contract/announcements.ts'
import type { Database } from '#server/database/connect.ts'
import { findCurrent } from './announcements.queries.ts'
import { viewAnnouncement } from './announcements.views.ts'

/** Every page asks; a change shows within this time in every process. */
const maxAgeMs = 20_000

export type CurrentAnnouncements = {
  find: () => Promise<Announcement[]>
  /** A change of this process shows at once. */
  forget: () => void
}

/**
 * Keeps the current announcements in memory: a page costs no statement. While the database is unreachable, the last
 * ones stay.
 */
export function createCurrentAnnouncements(db: Database): CurrentAnnouncements {
  let known: Announcement[] = []
  let readAtMs = -Infinity
  let reading: Promise<void> | null = null
  const read = async () => {
    readAtMs = performance.now()
    const rows = await findCurrent(db).catch(() => null)
    if (rows) known = rows.map(viewAnnouncement)
  }
  return {
    async find() {
      if (performance.now() - readAtMs > maxAgeMs)
        reading = read().finally(() => {
          reading = null
        })
      await reading
      const now = new Date().toISOString()
      return known.filter(({ ends_at }) => ends_at === null || ends_at > now)
    },
    forget() {
      readAtMs = -Infinity
    },
  }
}
