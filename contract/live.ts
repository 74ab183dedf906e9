import type { Conversation, Message } from './chat.ts'
import type { Notification } from './notifications.ts'
import type { Post } from './posts.ts'

/** What `GET /api/events` tells, by the event's name. The id of an event is a notification's position. */
export type LiveEvents = {
  notification: Notification
  unread: { unread_count: number }
  /** How many conversations wait; as a stream begins, also what has not arrived at any device of the viewer: the other's id, and up to which number. */
  chat: { unread_conversations: number; requests_count: number; arrived?: [other_id: number, up_to: number][] }
  /** Something moved between the viewer and somebody: new messages, one that was deleted, what the other received or read. Null: the conversation is closed to the viewer. */
  conversation: { other_id: number; conversation: Conversation | null; messages: Message[] }
  /** Somebody is writing to the viewer. */
  typing: { other_id: number }
  post: Pick<Post, 'id' | 'likes_count' | 'comments_count' | 'spotted_count'>
}
