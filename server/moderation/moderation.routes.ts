import type { Database } from '#server/database/connect.ts'
import type { Handlers } from '#server/platform/http.ts'
import { cutPage, readPage } from '#server/platform/keyset.ts'
import { blockUser, report } from './moderation.actions.ts'
import { deleteBlock, findBlocked } from './moderation.queries.ts'
import { moderationText } from './moderation.text.ts'
import { viewBlockedUser } from './moderation.views.ts'

type ModerationCalls = 'blockUser' | 'unblockUser' | 'getBlockedUsers' | 'report'

export const moderationRoutes = (db: Database): Pick<Handlers, ModerationCalls> => ({
  async blockUser({ blocked_id }, { viewer }) {
    await blockUser(db, viewer.id, blocked_id)
    return { success: true, message: moderationText.blocked }
  },

  async unblockUser({ blocked_id }, { viewer }) {
    await deleteBlock(db, viewer.id, blocked_id)
    return { success: true, message: moderationText.unblocked }
  },

  async getBlockedUsers(request, { viewer }) {
    const { page, next_cursor } = cutPage(await findBlocked(db, viewer.id, ...readPage(request)), request.limit, (row) => row.row_id)
    return { success: true, blocked_users: page.map(viewBlockedUser), next_cursor }
  },

  async report(input, { viewer }) {
    await report(db, viewer.id, input)
    return { success: true, message: moderationText.reported }
  },
})
