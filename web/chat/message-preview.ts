import type { Message } from '#contract/chat.ts'
import { chatText } from './chat.text.ts'
import type { PendingMessage } from './compose/pending-messages.ts'

const longest = 160

const inOneLine = (text: string) => text.slice(0, longest).replaceAll(/\s+/g, ' ')

/** What a message says, in one line. */
export function messagePreview({ text, image_url, shares_post, is_deleted }: Message) {
  if (is_deleted) return chatText.deleted
  if (text) return inOneLine(text)
  // A request says that there is a picture, and does not show it.
  return shares_post && image_url === null ? chatText.sharedPost : chatText.photo
}

export const pendingMessagePreview = ({ text, post }: PendingMessage) =>
  text ? inOneLine(text) : post ? chatText.sharedPost : chatText.photo
