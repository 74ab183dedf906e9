import type { Message, QuotedMessage } from '#contract/chat.ts'
import { chatText } from './chat.text.ts'
import type { PendingMessage } from './compose/outbox.ts'

const maxLength = 160

const inOneLine = (text: string) => text.slice(0, maxLength).replaceAll(/\s+/g, ' ')

/** Returns the content of a message in one line. */
export function messagePreview({ text, image_url, video_url, shares_post, is_deleted }: Message) {
  if (is_deleted) return chatText.deleted
  if (text) return inOneLine(text)
  if (video_url) return chatText.video
  // The picture of a message request is announced and not shown, so it has no URL.
  return shares_post && image_url === null ? chatText.sharedPost : chatText.photo
}

export function pendingMessagePreview({ text, video, post }: PendingMessage) {
  if (text) return inOneLine(text)
  if (video) return chatText.video
  return post ? chatText.sharedPost : chatText.photo
}

/** Returns what a quotation of a message shows. */
export const quoteOf = ({
  number,
  is_own,
  text,
  image_url,
  video_url,
  shares_post,
  is_deleted,
}: Message): QuotedMessage => ({
  number,
  is_own,
  text: inOneLine(text),
  has_image: image_url !== null,
  has_video: video_url !== null,
  shares_post,
  is_deleted,
})

export function quotePreview({ text, shares_post, has_image, has_video, is_deleted }: QuotedMessage) {
  if (is_deleted) return chatText.deleted
  if (text) return inOneLine(text)
  if (has_video) return chatText.video
  return shares_post && !has_image ? chatText.sharedPost : chatText.photo
}
