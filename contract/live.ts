import type { Notification } from './notifications.ts'
import type { Post } from './posts.ts'

/** What `GET /api/events` tells, by the event's name. The id of an event is a notification's position. */
export type LiveEvents = {
  notification: Notification
  unread: { unread_count: number }
  post: Pick<Post, 'id' | 'likes_count' | 'comments_count' | 'spotted_count'>
}
