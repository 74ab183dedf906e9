import type { QuotedMessage, SharedPost } from '#contract/chat.ts'
import type { OutboxItem } from '#web/platform/outbox/outbox-table.ts'

export type PendingContent = {
  other_id: number
  text: string
  /** A data URL. */
  image: string | null
  /** The description of its picture. Messages that an earlier version stored have none. */
  alt?: string
  post: SharedPost | null
  /** The message that it answers. Messages that an earlier version stored have none. */
  reply?: QuotedMessage | null
}

/** A message that the server has not confirmed yet. Stored on the device, so the fields keep their names. */
export type PendingMessage = PendingContent & OutboxItem
