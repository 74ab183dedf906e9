import type { Conversation, Message, SharedPost } from '#contract/chat.ts'
import { pictureUrl, videoUrl } from '#server/media/media.rules.ts'
import { viewPresentedUser } from '#server/users/users.views.ts'
import type { ConversationRow } from './conversations.queries.ts'
import type { MessageRow, MessagePushCandidate } from './messages.queries.ts'
import { canSendImages, canWrite } from './chat.rules.ts'
import { chatText } from './chat.text.ts'

const viewSharedPost = (id: number, row: MessageRow): SharedPost => ({
  id,
  user_id: row.post_author_id,
  username: row.post_username,
  text: row.post_text,
  image_url: row.post_picture && pictureUrl(row.post_picture),
  location_name: row.post_place,
})

export const viewMessage = (row: MessageRow): Message => ({
  id: row.id,
  number: row.number,
  is_own: row.is_own,
  client_id: row.client_id,
  text: row.text,
  image_url: row.picture && pictureUrl(row.picture),
  image_width: row.picture_width,
  image_height: row.picture_height,
  image_thumbhash: row.picture_thumbhash,
  image_alt: row.picture_alt,
  video_url: row.picture && row.has_video ? videoUrl(row.picture) : null,
  shares_post: row.shares_post,
  post: row.post_id === null ? null : viewSharedPost(row.post_id, row),
  reply: row.reply,
  reactions: row.reactions ?? [],
  is_deleted: row.is_deleted,
  // A string in the last message of a conversation, which is read as JSON.
  created_at: new Date(row.created_at).toISOString(),
})

export const viewConversation = (row: ConversationRow): Conversation => ({
  user: viewPresentedUser(row),
  is_request: row.own_request_status === 'pending' || row.own_request_status === 'declined',
  can_write: canWrite(row),
  can_send_images: canSendImages(row),
  last_message: row.last_message && viewMessage(row.last_message),
  unread_count: row.unread_count,
  read_up_to: row.read_up_to,
  other_received_up_to: row.other_received_up_to,
  other_read_up_to: row.other_read_up_to,
})

/** The push notification of a message. It contains the text only if the recipient wants that. */
export const pushBodyOf = (message: MessagePushCandidate): string => `${message.username} ${pushPredicate(message)}`

function pushPredicate(candidate: MessagePushCandidate): string {
  const { request_status, text, show_message_text } = candidate
  const { message, request } = chatText.push
  if (request_status === 'pending') return request
  if (!show_message_text) return message
  return `${message}: «${text || attachmentOf(candidate)}»`
}

function attachmentOf({ has_picture, has_video }: MessagePushCandidate): string {
  const { image, video, post } = chatText.push
  if (has_video) return video
  return has_picture ? image : post
}
