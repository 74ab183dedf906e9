import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { actingUserId, done, id, idInput, imageBodyLimit, imageInput, optionalText, timestamp } from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { nextCursor, pageInput } from './paging.ts'

/** Characters. */
export const messageTextLimit = 2000
/** Milliseconds in which who wrote a message may delete it for both. */
export const deletableForBothMs = 60 * 60 * 1000
/** Conversations of which one call may say that their messages have arrived. */
export const receivedConversationsLimit = 50
/** Unread messages of a conversation, and conversations with unread ones, are counted up to here. */
export const messageCountLimit = 99

const person = z.object({ id, username: z.string(), profile_pic: z.string().nullable() })

/** A post in a message, as far as who reads it may see it. */
export const sharedPost = z.object({
  id,
  user_id: id,
  username: z.string(),
  text: z.string(),
  /** Ends in `-1280.webp`; `-640.webp` and `-320.webp` stand beside it. Null also in a request. */
  image_url: z.string().nullable(),
  location_name: z.string(),
})
export type SharedPost = z.output<typeof sharedPost>

/** A message as one of the two sees it. */
export const message = z.object({
  id,
  /** 1, 2, 3… in its conversation: the order, which is the same for both. One that somebody has deleted for themselves is left out for them. */
  number: z.int().positive(),
  is_own: z.boolean(),
  /** As the client that wrote it called it; null in what the other has written. */
  client_id: z.string().nullable(),
  text: z.string(),
  /** Ends in `-1280.webp`; `-640.webp` and `-320.webp` stand beside it. */
  image_url: z.string().nullable(),
  /** Pixels of the largest width, upright. */
  image_width: z.int().nullable(),
  image_height: z.int().nullable(),
  /** Base64 of a thumbhash, shown until the picture comes. */
  image_thumbhash: z.string().nullable(),
  /** Whether a post was sent with it; `post` is null where the reader may not see that, or it is gone. */
  shares_post: z.boolean(),
  post: sharedPost.nullable(),
  /** By who wrote it, for both: nothing is left of it. */
  is_deleted: z.boolean(),
  created_at: timestamp,
})
export type Message = z.output<typeof message>

/** What there is between the viewer and somebody else, as the viewer sees it. There is at most one with each person: it is named by the other's id. */
export const conversation = z.object({
  user: person,
  /** The viewer has not accepted that this person writes: it stands among the requests, and who wrote learns nothing of what is done with it. */
  is_request: z.boolean(),
  /** Whether the viewer may write; false also where who they write to takes no messages from them. */
  can_write: z.boolean(),
  /** Pictures are for those who were accepted. */
  can_send_images: z.boolean(),
  /** The latest that the viewer has not deleted for themselves. */
  last_message: message.nullable(),
  /** Messages of the other that the viewer has not read, counted up to `countedMessages`. */
  unread_count: z.int(),
  /** Up to which number the viewer has read. */
  read_up_to: z.int(),
  /** Up to which number the viewer's messages have arrived at the other's device, and were read there. 0 until they are accepted. */
  other_received_up_to: z.int(),
  other_read_up_to: z.int(),
})
export type Conversation = z.output<typeof conversation>

/** How many conversations wait, each counted up to `countedMessages`. */
export const conversationCounts = {
  /** With something unread, requests not among them. */
  unread_conversations: z.int(),
  /** Of people whom the viewer has neither accepted nor declined. */
  requests_count: z.int(),
}
/** `"12:5,13:9"`: the other’s id and the number up to which their messages are here. */
const receivedInput = z
  .string()
  .regex(/^\d{1,16}:\d{1,9}(,\d{1,16}:\d{1,9})*$/)
  .transform((list) => list.split(',').map((pair) => pair.split(':').map(Number) as [other_id: number, up_to: number]))
  .refine((pairs) => pairs.length <= receivedConversationsLimit)

export const chatCalls = {
  getConversations: {
    summary: 'The viewer’s conversations, or the requests of those who are not accepted yet; the last that moved first',
    access: 'viewer',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, folder: z.enum(['chats', 'requests']).default('chats'), ...pageInput }),
    output: z.object({
      success: z.literal(true),
      conversations: z.array(conversation),
      ...conversationCounts,
      next_cursor: nextCursor,
    }),
    errors: [400],
  },

  getMessages: {
    summary: 'The conversation with somebody, also before the first word, and its messages, newest first',
    access: 'viewer',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, other_id: idInput, ...pageInput }),
    output: z.object({ success: z.literal(true), conversation, messages: z.array(message), next_cursor: nextCursor }),
    errors: [400, 404],
  },

  sendMessage: {
    summary:
      'Write to somebody: words, a picture, a post, or some of these; sent again under the same client_id it is answered as the first time, and there once',
    access: 'viewer',
    actingAs: 'user_id',
    bodyLimit: imageBodyLimit,
    input: z.object({
      user_id: actingUserId,
      other_id: idInput,
      /** A UUID that the client gives to what it sends. */
      client_id: z.uuid({ error: fieldsText.clientId }),
      text: optionalText(messageTextLimit, fieldsText.messageLength),
      image: imageInput.nullish(),
      post_id: z.coerce.number<number | null>().int().nonnegative().max(Number.MAX_SAFE_INTEGER).optional(),
    }),
    output: z.object({ success: z.literal(true), message, conversation }),
    errors: [400, 403, 404, 413, 415, 429, 503],
  },

  deleteMessage: {
    summary: 'Delete a message for oneself; within an hour who wrote it may delete it for both',
    access: 'viewer',
    actingAs: 'user_id',
    input: z.object({
      user_id: actingUserId,
      message_id: idInput,
      scope: z.enum(['me', 'both'], { error: fieldsText.deletionScope }),
    }),
    output: done,
    errors: [400, 403, 404, 429],
  },

  deleteConversation: {
    summary: 'Delete all messages with somebody for oneself; a new one brings the conversation back, empty before it',
    access: 'viewer',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, other_id: idInput }),
    output: done,
    errors: [404, 429],
  },

  answerMessageRequest: {
    summary: 'Accept that somebody writes, or decline it, of which they do not learn; writing back accepts as well',
    access: 'viewer',
    actingAs: 'user_id',
    input: z.object({
      user_id: actingUserId,
      other_id: idInput,
      action: z.enum(['accept', 'decline'], { error: fieldsText.messageRequestAnswer }),
    }),
    output: z.object({ success: z.literal(true), message: z.string(), conversation }),
    errors: [400, 404, 429],
  },

  markMessagesReceived: {
    summary: 'Say that messages have arrived at this device: `received` is a list of `other_id:number`, comma between',
    access: 'viewer',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, received: receivedInput }),
    output: done,
    errors: [400, 429],
  },

  markMessagesRead: {
    summary: 'Say that the messages of somebody were read, up to a number',
    access: 'viewer',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, other_id: idInput, up_to: idInput }),
    output: done.extend(conversationCounts),
    errors: [400, 404, 429],
  },

  sendTyping: {
    summary: 'Say that the viewer is writing to somebody: told to who has the conversation open, and kept nowhere',
    access: 'viewer',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, other_id: idInput }),
    output: done,
    errors: [404, 429],
  },
} as const satisfies Record<string, Endpoint>
