import type { Conversation, Message } from './chat.ts'
import type { Notification } from './notifications.ts'
import type { Post } from './posts.ts'

/** The data of the events of `GET /api/events`, by name. The id of an event is a notification's position. */
export type LiveEvents = {
  notification: Notification
  unread: { unread_count: number }
  /**
   * The number of unread conversations and of message requests. The first event of a stream also lists the messages
   * that no device of the viewer has received yet: the sender's id and the highest message number.
   */
  chat: { unread_conversations: number; requests_count: number; arrived?: [other_id: number, up_to: number][] }
  /**
   * A conversation has changed: new or deleted messages, or what the other user has received or read. `conversation` is
   * null when the viewer may no longer see it.
   */
  conversation: { other_id: number; conversation: Conversation | null; messages: Message[] }
  /** `other_id` is typing to the viewer. */
  typing: { other_id: number }
  /** A page that shows another `edited_at` asks for the post again. */
  post: Pick<Post, 'id' | 'likes_count' | 'comments_count' | 'spotted_count' | 'edited_at'>
}
