import type { notificationsCalls } from '#contract/notifications.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { cutPage, readPage } from '#server/platform/keyset.ts'
import { markNotificationsRead } from './notifications.actions.ts'
import { renewPush, stopPushOnDevice, subscribePush } from './push.actions.ts'
import { countUnread, findNotifications } from './notifications.queries.ts'
import { deleteOwnSubscription, findPushDevices } from './push-subscriptions.queries.ts'
import { notificationsText } from './notifications.text.ts'
import { viewNotification, viewPushDevice } from './notifications.views.ts'

export const notificationsRoutes = (
  context: Pick<AppContext, 'db' | 'push'>,
): Pick<Handlers, keyof typeof notificationsCalls> => ({
  async getNotifications(request, { viewer }) {
    const { page, next_cursor } = cutPage(
      await findNotifications(context.db, { viewerId: viewer.id, ...readPage(request) }),
      request.limit,
      ({ position }) => position,
    )
    return {
      success: true,
      notifications: page.map(viewNotification),
      unread_count: await countUnread(context.db, viewer.id),
      next_cursor,
    }
  },

  async markNotificationsRead({ up_to }, { viewer }) {
    return { success: true, unread_count: await markNotificationsRead(context.db, viewer.id, up_to) }
  },

  getPushKey: async () => ({ success: true, public_key: context.push.publicKey }),

  async subscribePush({ endpoint, p256dh, auth }, { viewer }) {
    await subscribePush(context, viewer, { endpoint, p256dh, auth })
    return { success: true, message: notificationsText.subscribed }
  },

  async unsubscribePush({ endpoint }, { viewer }) {
    await deleteOwnSubscription(context.db, endpoint, viewer.id)
    return { success: true, message: notificationsText.unsubscribed }
  },

  renewPush: async ({ endpoint, p256dh, auth }, { viewer }) => ({
    success: true,
    is_subscribed: await renewPush(context, viewer, { endpoint, p256dh, auth }),
  }),

  getPushDevices: async (_input, { viewer }) => ({
    success: true,
    devices: (await findPushDevices(context.db, viewer.id)).map((row) => viewPushDevice(row, viewer.sessionId)),
  }),

  async stopPushOnDevice({ session_id }, { viewer }) {
    await stopPushOnDevice(context.db, viewer.id, session_id)
    const isCurrent = session_id === viewer.sessionId
    return {
      success: true,
      message: isCurrent ? notificationsText.unsubscribed : notificationsText.stoppedOnDevice,
    }
  },
})
