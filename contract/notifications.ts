import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { actingUserId, done, id, idInput, timestamp } from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { followStatus, listedUser, namedUser } from './listed-user.ts'
import { nextCursor, pageInput } from './paging.ts'

const notificationKind = z.enum([
  'welcome',
  'like',
  'comment',
  'comment_like',
  'comment_reply',
  'mention',
  'comment_mention',
  'story_like',
  'follow',
  'follow_request',
  'follow_accepted',
  'spotted_request',
  'spotted_confirmed',
  'place_post',
  'nearby_post',
  'place_event',
  'removed',
])
export type NotificationKind = z.output<typeof notificationKind>

/** Counts stop here: the app shows "e altre 99 persone" and "99+". */
export const actorsCountLimit = 100
export const unreadCountLimit = 100

/** A notification. Repeated actions on the same subject share one. */
const notification = z.object({
  /** Stable, unlike `position`. */
  id,
  kind: notificationKind,
  /**
   * Order of the list, and the input of `mark_read`. It grows with time, and again when the notification is updated.
   */
  position: id,
  created_at: timestamp,
  is_read: z.boolean(),
  /** "giulia e altre 4 persone"; empty for notifications without an actor. */
  who: z.string(),
  /** The text about what they did; it continues the sentence that begins with `who`. */
  text: z.string(),
  /** The three newest people who did it, newest first. */
  actors: z.array(namedUser),
  /** At most `actorsCountLimit`. */
  actors_count: z.int(),
  post_id: id.nullable(),
  /** The beginning of the post’s text. */
  post_text: z.string().nullable(),
  post_image: z.string().nullable(),
  /** The beginning of the newest comment or reply, or of the liked one; the title of the newest event. */
  comment_text: z.string().nullable(),
  story_id: id.nullable(),
  location_id: id.nullable(),
  location_name: z.string().nullable(),
  /** Path in the web app. */
  url: z.string(),
  /** For a follow request: whether it is still pending. */
  follow_status: followStatus.nullable(),
  /** The only actor of a follow or follow request, with the viewer’s follow of them. */
  follower: listedUser.nullable(),
})
export type Notification = z.output<typeof notification>

/** At most `countedUnread`. */
const unreadCount = z.int()
/** Base64url, as `PushSubscription.toJSON()` returns it. */
const pushSecret = z.string().regex(/^[\w-]{16,128}={0,2}$/, { error: fieldsText.pushSubscription })
const pushEndpoint = z.url({ error: fieldsText.pushSubscription }).max(1000, { error: fieldsText.pushSubscription })

const pushSubscription = { endpoint: pushEndpoint, p256dh: pushSecret, auth: pushSecret }

/** A device that push notifications are sent to. */
const pushDevice = z.object({
  session_id: id,
  /** "Chrome su Android". */
  device: z.string(),
  /** When they were switched on. */
  created_at: timestamp,
  current: z.boolean(),
})
export type PushDevice = z.output<typeof pushDevice>

export const notificationsCalls = {
  getNotifications: {
    summary: 'Notifications of the viewer, newest first',
    path: 'GET notifications/get_notifications',
    access: 'viewer',
    scope: 'read',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, ...pageInput }),
    output: z.object({
      success: z.literal(true),
      notifications: z.array(notification),
      unread_count: unreadCount,
      next_cursor: nextCursor,
    }),
    errors: [400],
  },

  markNotificationsRead: {
    summary: 'Mark notifications as read, up to a position in the list',
    path: 'POST notifications/mark_read',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, up_to: idInput }),
    output: z.object({ success: z.literal(true), unread_count: unreadCount }),
    errors: [400, 429],
  },

  getPushKey: {
    summary: 'The public VAPID key that browsers need to subscribe to push notifications of this server',
    path: 'GET push/get_key',
    access: 'viewer',
    scope: null,
    input: z.object({}),
    output: z.object({ success: z.literal(true), public_key: z.string() }),
  },

  subscribePush: {
    summary: 'Send push notifications to the browser of this session, until the session ends',
    path: 'POST push/subscribe',
    access: 'viewer',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, ...pushSubscription }),
    output: done,
    errors: [400, 429],
  },

  renewPush: {
    summary: 'Register a browser again that is subscribed, in case the server has lost it',
    path: 'POST push/renew',
    access: 'viewer',
    scope: null,
    input: z.object(pushSubscription),
    /** False if the device was switched off from another one: the browser should unsubscribe. */
    output: z.object({ success: z.literal(true), is_subscribed: z.boolean() }),
    errors: [400, 429],
  },

  unsubscribePush: {
    summary: 'Stop sending push notifications to a browser',
    path: 'POST push/unsubscribe',
    access: 'viewer',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, endpoint: pushEndpoint }),
    output: done,
    errors: [400, 429],
  },

  getPushDevices: {
    summary: 'The devices that push notifications are sent to',
    path: 'GET push/get_devices',
    access: 'viewer',
    scope: null,
    input: z.object({}),
    output: z.object({ success: z.literal(true), devices: z.array(pushDevice) }),
  },

  stopPushOnDevice: {
    summary: 'Stop sending push notifications to a device; it stays signed in',
    path: 'POST push/stop_on_device',
    access: 'viewer',
    scope: null,
    input: z.object({ session_id: idInput }),
    output: done,
    errors: [400, 404, 429],
  },
} as const satisfies Record<string, Endpoint>
