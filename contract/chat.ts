import * as z from 'zod'
import { reactions } from './reactions.ts'
import type { Endpoint } from './endpoint.ts'
import {
  actingUserId,
  done,
  id,
  idInput,
  imageBodyLimit,
  imageAltInput,
  imageInput,
  optionalId,
  optionalText,
  timestamp,
} from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { presentedUser } from './listed-user.ts'
import { nextCursor, pageInput } from './paging.ts'
import { messageTextLimit, receivedConversationsLimit } from './limits.ts'

/** Counts of unread messages, and of conversations, stop here. */
export const messageCountLimit = 99

/** A shared post, as the reader of the message may see it. */
const sharedPost = z.object({
  id,
  user_id: id,
  username: z.string(),
  text: z.string(),
  /** Ends in `-1280.webp`; the same address with `-640.webp` and `-320.webp` exists too. Null in a message request. */
  image_url: z.string().nullable(),
  location_name: z.string(),
})
export type SharedPost = z.output<typeof sharedPost>

/** The message that another one answers, as far as a quotation shows it. */
const quotedMessage = z.object({
  number: z.int().positive(),
  is_own: z.boolean(),
  /** Its beginning. */
  text: z.string(),
  has_image: z.boolean(),
  /** Its picture is the cover of a video. */
  has_video: z.boolean(),
  shares_post: z.boolean(),
  /** Its sender has deleted it for both, or the reader for themselves. */
  is_deleted: z.boolean(),
})
export type QuotedMessage = z.output<typeof quotedMessage>

/** A message as one member of the conversation sees it. */
const message = z.object({
  id,
  /**
   * 1, 2, 3… in its conversation, the same for both members. Messages that a member deleted for themselves are missing
   * for them.
   */
  number: z.int().positive(),
  is_own: z.boolean(),
  /** Chosen by the sending client; null in the other member’s messages. */
  client_id: z.string().nullable(),
  text: z.string(),
  /** Ends in `-1280.webp`; the same address with `-640.webp` and `-320.webp` exists too. */
  image_url: z.string().nullable(),
  /** Pixels of the largest size, after rotation. */
  image_width: z.int().nullable(),
  image_height: z.int().nullable(),
  /** Base64 of a thumbhash, shown until the picture has loaded. */
  image_thumbhash: z.string().nullable(),
  /** Its description, in its author’s words. */
  image_alt: z.string().nullable(),
  /** An MP4, of which the picture is the cover. */
  video_url: z.string().nullable(),
  /** Whether a post was shared with it; `post` is null if the reader may not see that post or it was deleted. */
  shares_post: z.boolean(),
  post: sharedPost.nullable(),
  /** The message that this one answers. */
  reply: quotedMessage.nullable(),
  /** At most one of each member, the earlier first. */
  reactions: z.array(z.object({ reaction: z.enum(reactions), is_own: z.boolean() })),
  /** Deleted by the sender for both: text, picture and post are gone. */
  is_deleted: z.boolean(),
  created_at: timestamp,
})
export type Message = z.output<typeof message>

/**
 * A conversation as the viewer sees it. There is at most one with each person, so the other person’s id identifies it.
 */
const conversation = z.object({
  user: presentedUser,
  /**
   * The viewer has not accepted messages from this person: listed among the requests; the sender does not learn the
   * outcome.
   */
  is_request: z.boolean(),
  /** Whether the viewer may write; false also if the other person’s settings do not allow messages from them. */
  can_write: z.boolean(),
  /** Pictures are allowed once the other person has accepted. */
  can_send_images: z.boolean(),
  /** The latest message that the viewer has not deleted for themselves. */
  last_message: message.nullable(),
  /** Unread messages, at most `messageCountLimit`. */
  unread_count: z.int(),
  /** Number of the last message that the viewer has read. */
  read_up_to: z.int(),
  /**
   * Number of the last message that the other person’s device has received, and that they have read. 0 until they
   * accept.
   */
  other_received_up_to: z.int(),
  other_read_up_to: z.int(),
})
export type Conversation = z.output<typeof conversation>

/** Each at most `messageCountLimit`. */
const conversationCounts = {
  /** Conversations with unread messages, without requests. */
  unread_conversations: z.int(),
  /** Requests that the viewer has neither accepted nor declined. */
  requests_count: z.int(),
}
/** `"12:5,13:9"`: the other person’s id, and the number of the last received message. */
const receivedInput = z
  .string()
  .regex(/^\d{1,16}:\d{1,9}(,\d{1,16}:\d{1,9})*$/)
  .transform((list) => list.split(',').map((pair) => pair.split(':').map(Number) as [other_id: number, up_to: number]))
  .refine((pairs) => pairs.length <= receivedConversationsLimit)

export const chatCalls = {
  getConversations: {
    summary: 'Conversations of the viewer, or their unanswered message requests; latest activity first',
    path: 'GET chat/get_conversations',
    access: 'viewer',
    scope: 'chat',
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
    summary: 'The conversation with a person, even before its first message, and its messages, newest first',
    path: 'GET chat/get_messages',
    access: 'viewer',
    scope: 'chat',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, other_id: idInput, ...pageInput }),
    output: z.object({ success: z.literal(true), conversation, messages: z.array(message), next_cursor: nextCursor }),
    errors: [400, 404],
  },

  sendMessage: {
    summary:
      'Send a text, picture or video, post, or several of these; a retry with the same client_id changes nothing',
    path: 'POST chat/send_message',
    access: 'viewer',
    scope: 'chat',
    actingAs: 'user_id',
    bodyLimit: imageBodyLimit,
    input: z.object({
      user_id: actingUserId,
      other_id: idInput,
      /** A UUID chosen by the client. */
      client_id: z.uuid({ error: fieldsText.clientId }),
      text: optionalText(messageTextLimit, fieldsText.messageLength),
      image: imageInput.nullish(),
      image_alt: imageAltInput,
      /** Instead of `image`: an uploaded picture or video. */
      picture_id: optionalId,
      post_id: optionalId,
      /** The number of the message that this one answers; 0: none. */
      reply_to: z.coerce.number<number>().int().nonnegative().max(2_147_483_647).default(0),
    }),
    output: z.object({ success: z.literal(true), message, conversation }),
    errors: [400, 403, 404, 413, 415, 429, 503],
  },

  reactToMessage: {
    summary: 'React to a message, one reaction per person; without a reaction: take it back',
    path: 'POST chat/react',
    access: 'viewer',
    scope: 'chat',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, message_id: idInput, reaction: z.enum(['', ...reactions]).default('') }),
    output: done,
    errors: [400, 403, 404, 429],
  },

  deleteMessage: {
    summary: 'Delete a message for the viewer; within an hour its sender may delete it for both',
    path: 'POST chat/delete_message',
    access: 'viewer',
    scope: 'chat',
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
    summary:
      'Delete all messages with a person for the viewer; a new message brings the conversation back without them',
    path: 'POST chat/delete_conversation',
    access: 'viewer',
    scope: 'chat',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, other_id: idInput }),
    output: done,
    errors: [404, 429],
  },

  answerMessageRequest: {
    summary: 'Accept or decline a message request; the sender does not learn of a refusal. Replying accepts, too',
    path: 'POST chat/answer_request',
    access: 'viewer',
    scope: 'chat',
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
    summary: 'Acknowledge messages received by this device: `received` is a comma-separated list of `other_id:number`',
    path: 'POST chat/mark_received',
    access: 'viewer',
    scope: 'chat',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, received: receivedInput }),
    output: done,
    errors: [400, 429],
  },

  markMessagesRead: {
    summary: 'Mark messages of a person as read, up to a number',
    path: 'POST chat/mark_read',
    access: 'viewer',
    scope: 'chat',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, other_id: idInput, up_to: idInput }),
    output: done.extend(conversationCounts),
    errors: [400, 404, 429],
  },

  sendTyping: {
    summary: 'Show “is typing” to the other person while they have the conversation open; not stored',
    path: 'POST chat/tell_typing',
    access: 'viewer',
    scope: 'chat',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, other_id: idInput }),
    output: done,
    errors: [404, 429],
  },
} as const satisfies Record<string, Endpoint>
