import type { notificationsCalls } from '#contract/notifications.ts'
import type { Database } from '#server/database/connect.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { cutPage, readPage } from '#server/platform/keyset.ts'
import type { Push } from '#server/platform/push.ts'
import { markNotificationsRead, subscribePush } from './notifications.actions.ts'
import { countUnread, deleteSubscription, findNotifications } from './notifications.queries.ts'
import { notificationsText } from './notifications.text.ts'
import { viewNotification } from './notifications.views.ts'

export const notificationsRoutes = (db: Database, push: Push): Pick<Handlers, keyof typeof notificationsCalls> => ({
  async getNotifications(request, { viewer }) {
    const { page, next_cursor } = cutPage(
      await findNotifications(db, viewer.id, ...readPage(request)),
      request.limit,
      ({ position }) => position,
    )
    return {
      success: true,
      notifications: page.map(viewNotification),
      unread_count: await countUnread(db, viewer.id),
      next_cursor,
    }
  },

  async markNotificationsRead({ up_to }, { viewer }) {
    return { success: true, unread_count: await markNotificationsRead(db, viewer.id, up_to) }
  },

  getPushKey: async () => ({ success: true, public_key: push.publicKey }),

  async subscribePush({ endpoint, p256dh, auth }, { viewer }) {
    await subscribePush(db, push, viewer.id, { endpoint, p256dh, auth })
    return { success: true, message: notificationsText.subscribed }
  },

  async unsubscribePush({ endpoint }, { viewer }) {
    await deleteSubscription(db, endpoint, viewer.id)
    return { success: true, message: notificationsText.unsubscribed }
  },
})
