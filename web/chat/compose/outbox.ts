import type { QuotedMessage, SharedPost } from '#contract/chat.ts'
import { addSentMessage } from '#web/chat/chat.api.ts'
import { call } from '#web/platform/api.ts'
import type { OutboxItem } from '#web/platform/outbox/outbox-table.ts'
import { createOutbox } from '#web/platform/outbox/outbox.ts'

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

const outbox = createOutbox<PendingContent, Parameters<typeof addSentMessage>[0]>('outbox', {
  async send({ user_id, other_id, client_id, text, image, alt, post, reply }) {
    // With the user's id, so that the server refuses the message in another user's session.
    const { message, conversation } = await call('sendMessage', {
      user_id,
      other_id,
      client_id,
      text,
      ...(image && { image, image_alt: alt }),
      ...(post && { post_id: post.id }),
      ...(reply && { reply_to: reply.number }),
    })
    return { message, conversation }
  },
  onSent: addSentMessage,
})

/** The viewer's unsent messages, oldest first. */
export const usePendingMessages = outbox.usePending

/** Stores a message on the device and sends it as soon as there is a network. */
export const queueMessage = (otherId: number, content: Omit<PendingContent, 'other_id'>): Promise<void> =>
  outbox.queue({ ...content, other_id: otherId })

export const discardMessage = outbox.discard

/** Sends a refused message again. */
export const retryMessage = (message: PendingMessage): Promise<void> => outbox.retry(message)

/** Sends pending messages, also those of earlier visits, until the returned function is called. */
export const startOutbox = outbox.start
