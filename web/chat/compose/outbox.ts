import type { Input } from '#contract/calls.ts'
import type { QuotedMessage, SharedPost } from '#contract/chat.ts'
import { addSentMessage } from '#web/chat/chat.api.ts'
import { call } from '#web/platform/api.ts'
import type { OutboxItem } from '#web/platform/outbox/outbox-table.ts'
import { createOutbox } from '#web/platform/outbox/outbox.ts'

export type PendingContent = {
  other_id: number
  text: string
  /** A data URL: a picture, or the cover of a video. */
  image: string | null
  /** The description of its picture. Messages that an earlier version stored have none. */
  alt?: string
  video?: Blob | undefined
  /** That of the video's upload, once the server has it. */
  picture_id?: number | undefined
  post: SharedPost | null
  /** The message that it answers. Messages that an earlier version stored have none. */
  reply?: QuotedMessage | null
}

/** A message that the server has not confirmed yet. Stored on the device, so the fields keep their names. */
export type PendingMessage = PendingContent & OutboxItem

const loadVideoUpload = () => import('#web/media/uploads.api.ts')

type Keep = (message: PendingMessage) => Promise<void>

/** Returns what goes with a message as its picture. A video goes before it. */
async function sendPicture(
  message: PendingMessage,
  keep: Keep,
): Promise<Pick<Input<'sendMessage'>, 'image' | 'image_alt' | 'picture_id'>> {
  const { user_id, client_id, image, alt = '', video } = message
  if (!image) return {}
  if (!video) return { image, image_alt: alt }
  // It arrived in an earlier attempt.
  if (message.picture_id !== undefined) return { picture_id: message.picture_id }
  const { uploadVideo } = await loadVideoUpload()
  const { picture_id } = await uploadVideo(client_id, { user_id, video, image, image_alt: alt })
  await keep({ ...message, picture_id })
  return { picture_id }
}

const outbox = createOutbox<PendingContent, Parameters<typeof addSentMessage>[0]>('outbox', {
  async send(pending, keep) {
    const { user_id, other_id, client_id, text, post, reply } = pending
    const picture = await sendPicture(pending, keep)
    // With the user's id, so that the server refuses the message in another user's session.
    const { message, conversation } = await call('sendMessage', {
      user_id,
      other_id,
      client_id,
      text,
      ...picture,
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

/** Sends a refused message again. The upload of its video may be deleted by now, unless the answer is in doubt. */
export const retryMessage = (message: PendingMessage): Promise<void> =>
  outbox.retry(message.is_in_doubt ? message : { ...message, picture_id: undefined })

/** Sends pending messages, also those of earlier visits, until the returned function is called. */
export const startOutbox = outbox.start
