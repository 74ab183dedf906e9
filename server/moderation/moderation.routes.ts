import type { moderationCalls } from '#contract/moderation.ts'
import type { Database } from '#server/database/connect.ts'
import type { PictureStore } from '#server/media/media.rules.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import type { JobQueue } from '#server/platform/jobs.ts'
import { cutPage, readPage } from '#server/platform/keyset.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { blockUser, liftSuspension, report, resolveReport } from './moderation.actions.ts'
import {
  deleteBlock,
  findBlocked,
  findClosedThings,
  findLog,
  findOpenThings,
  findSuspended,
} from './moderation.queries.ts'
import { moderationText } from './moderation.text.ts'
import { viewBlockedUser, viewClosedThing, viewLogEntry, viewOpenThing, viewSuspendedUser } from './moderation.views.ts'

type ModerationContext = { db: Database; pictures: PictureStore; jobs: JobQueue }
export const moderationRoutes = ({
  db,
  pictures,
  jobs,
}: ModerationContext): Pick<Handlers, keyof typeof moderationCalls> => ({
  async blockUser({ blocked_id }, { viewer }) {
    await blockUser(db, viewer.id, blocked_id)
    return { success: true, message: moderationText.blocked }
  },

  async unblockUser({ blocked_id }, { viewer }) {
    await deleteBlock(db, viewer.id, blocked_id)
    return { success: true, message: moderationText.unblocked }
  },

  async getBlockedUsers(request, { viewer }) {
    const { page, next_cursor } = cutPage(
      await findBlocked(db, viewer.id, ...readPage(request)),
      request.limit,
      (row) => row.row_id,
    )
    return { success: true, blocked_users: page.map(viewBlockedUser), next_cursor }
  },

  async report(input, { viewer }) {
    await report(db, viewer.id, input)
    return { success: true, message: moderationText.reported }
  },

  async getReports({ state, ...request }) {
    const things =
      state === 'open'
        ? (await findOpenThings(db, ...readPage(request))).map(viewOpenThing)
        : (await findClosedThings(db, ...readPage(request))).map(viewClosedThing)
    const { page, next_cursor } = cutPage(things, request.limit, ({ id }) => id)
    return { success: true, reports: page, next_cursor }
  },

  async resolveReport(input, { viewer }) {
    await resolveReport(db, pictures, jobs, viewer.id, input)
    return { success: true, message: moderationText.resolved[input.action] }
  },

  async getSuspended(request) {
    const { page, next_cursor } = cutPage(
      await findSuspended(db, ...readPage(request)),
      request.limit,
      ({ position }) => position,
    )
    return { success: true, suspended: page.map(viewSuspendedUser), next_cursor }
  },

  async liftSuspension({ suspended_id, note }, { viewer }) {
    const lifted = await liftSuspension(db, { moderatorId: viewer.id, userId: suspended_id, note })
    if (!lifted) throw new Refusal(409, moderationText.liftedAlready)
    return { success: true, message: moderationText.lifted }
  },

  async getModerationLog(request) {
    const { page, next_cursor } = cutPage(await findLog(db, ...readPage(request)), request.limit, ({ id }) => id)
    return { success: true, entries: page.map(viewLogEntry), next_cursor }
  },
})
