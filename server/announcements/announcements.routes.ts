import type { announcementsCalls } from '#contract/announcements.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { cutPage, readPage } from '#server/platform/keyset.ts'
import { createAnnouncement, withdrawAnnouncement } from './announcements.actions.ts'
import { findAnnouncements } from './announcements.queries.ts'
import { announcementsText } from './announcements.text.ts'
import { viewListedAnnouncement } from './announcements.views.ts'
import type { CurrentAnnouncements } from './current-announcements.ts'

export const announcementsRoutes = (
  { db }: Pick<AppContext, 'db'>,
  current: CurrentAnnouncements,
): Pick<Handlers, keyof typeof announcementsCalls> => ({
  getAnnouncements: async () => ({ success: true, announcements: await current.find() }),

  async getAllAnnouncements(request) {
    const rows = await findAnnouncements(db, readPage(request))
    const { page, next_cursor } = cutPage(rows, request.limit, ({ id }) => id)
    return { success: true, announcements: page.map(viewListedAnnouncement), next_cursor }
  },

  async createAnnouncement({ text, starts_at, ends_at }, { viewer }) {
    const startsAt = starts_at === undefined ? new Date() : new Date(starts_at)
    const endsAt = ends_at === undefined ? null : new Date(ends_at)
    await createAnnouncement(db, { text, startsAt, endsAt, actorId: viewer.id })
    current.forget()
    const message = startsAt > new Date() ? announcementsText.scheduled : announcementsText.published
    return { success: true, message }
  },

  async withdrawAnnouncement({ announcement_id }, { viewer }) {
    await withdrawAnnouncement(db, { actorId: viewer.id, id: announcement_id })
    current.forget()
    return { success: true, message: announcementsText.withdrawn }
  },
})
