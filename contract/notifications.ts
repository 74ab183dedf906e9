import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { actingUserId, done, id, idInput, timestamp } from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { followStatus } from './listed-user.ts'
import { nextCursor, pageInput } from './paging.ts'

export const notificationKind = z.enum([
  'welcome',
  'like',
  'comment',
  'comment_like',
  'story_like',
  'follow',
  'follow_request',
  'follow_accepted',
  'spotted_request',
  'spotted_confirmed',
  'place_post',
  'nearby_post',
  'removed',
])
export type NotificationKind = z.output<typeof notificationKind>

/** Counting stops here: "e altre 99 persone" and "99+" are enough. */
export const actorsCountLimit = 100
export const unreadCountLimit = 100

/** Something that somebody is told; what was done again to the same thing is told in one. */
export const notification = z.object({
  /** Stays; the place in the list does not. */
  id,
  kind: notificationKind,
  /** Grows with time, and moves up when more happens: the order of the list, and what `mark_read` takes. */
  position: id,
  created_at: timestamp,
  is_read: z.boolean(),
  /** "giulia e altre 4 persone"; empty where nobody did anything. */
  who: z.string(),
  /** What they did, to go on with after `who`. */
  text: z.string(),
  /** Who did it, newest first, at most three of them. */
  actors: z.array(z.object({ id, username: z.string(), profile_pic: z.string().nullable() })),
  /** How many did it, as far as is counted. */
  actors_count: z.int(),
  post_id: id.nullable(),
  /** How the post begins. */
  post_text: z.string().nullable(),
  post_image: z.string().nullable(),
  /** How the newest comment begins, or the one that is liked. */
  comment_text: z.string().nullable(),
  story_id: id.nullable(),
  location_id: id.nullable(),
  location_name: z.string().nullable(),
  /** Where it leads in the web app. */
  url: z.string(),
  /** Of a follow request: whether it still waits. */
  follow_status: followStatus.nullable(),
})
export type Notification = z.output<typeof notification>

/** At most `countedUnread`. */
const unreadCount = z.int()
/** Base64url, as `PushSubscription.toJSON()` gives it. */
const pushSecret = z.string().regex(/^[\w-]{16,128}={0,2}$/, { error: fieldsText.pushSubscription })
const pushEndpoint = z.url({ error: fieldsText.pushSubscription }).max(1000, { error: fieldsText.pushSubscription })

export const notificationsCalls = {
  getNotifications: {
    summary: 'What the viewer is told, newest first',
    access: 'viewer',
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
    summary: 'What the viewer has seen, up to a position in the list',
    access: 'viewer',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, up_to: idInput }),
    output: z.object({ success: z.literal(true), unread_count: unreadCount }),
    errors: [400, 429],
  },

  getPushKey: {
    summary: 'The key that a browser asks for when it subscribes to push messages of this server (VAPID)',
    access: 'viewer',
    input: z.object({}),
    output: z.object({ success: z.literal(true), public_key: z.string() }),
  },

  subscribePush: {
    summary: 'Have push messages sent to a browser',
    access: 'viewer',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, endpoint: pushEndpoint, p256dh: pushSecret, auth: pushSecret }),
    output: done,
    errors: [400, 429],
  },

  unsubscribePush: {
    summary: 'Send no more push messages to a browser',
    access: 'viewer',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, endpoint: pushEndpoint }),
    output: done,
    errors: [400, 429],
  },
} as const satisfies Record<string, Endpoint>
