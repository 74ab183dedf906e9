import type { Reaction } from '#contract/reactions.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { deletePicture, insertPicture } from '#server/media/media.queries.ts'
import { claimUploads } from '#server/media/uploads.queries.ts'
import { announce } from '#server/platform/live/announce.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { findPost } from '#server/posts/posts.queries.ts'
import { canDeleteForBoth, canSendImages, canWrite, type MessagingPermission, nextRequestStatus } from './chat.rules.ts'
import { chatText } from './chat.text.ts'
import { findConversation, findMessagingPermission, lockOrInsertConversation } from './conversations.queries.ts'
import {
  deleteMessageForBoth,
  deleteReaction,
  findAnswerable,
  findSentMessage,
  hideMessage,
  insertMessage,
  lockMessage,
  upsertReaction,
} from './message-changes.queries.ts'

type ChatContext = Pick<AppContext, 'db' | 'pictures' | 'jobs'>
export type SendingContext = ChatContext & Pick<AppContext, 'quotas'>
type OneMessage = { viewerId: number; messageId: number }

/** `signal`: aborted when the client leaves. */
export type NewMessage = {
  senderId: number
  otherId: number
  clientId: string
  text: string
  image: string | null
  imageAlt: string
  /** An uploaded picture or video, instead of `image`. */
  pictureId: number | null
  postId: number | null
  /** The number of the message that it answers. */
  replyTo: number | null
  signal: AbortSignal
}

/** Throws a Refusal 403 or 404 if the sender may not write, or may not send pictures. */
function refuseUnwelcome(permission: MessagingPermission | undefined, hasImage: boolean): asserts permission {
  if (!permission) throw notFound()
  if (!canWrite(permission)) throw new Refusal(403, chatText.takesNone)
  if (hasImage && !canSendImages(permission)) throw new Refusal(403, chatText.noImagesYet)
}

/** Takes an uploaded picture or video for a message. Throws a Refusal 404. */
async function claimUpload(trx: Database, senderId: number, pictureId: number | null): Promise<number | null> {
  if (pictureId === null) return null
  const [claimed] = await claimUploads(trx, senderId, [pictureId])
  if (!claimed) throw new Refusal(404, chatText.noSuchUpload)
  return claimed.media_id
}

/**
 * Sends a message, once per `clientId`: a client that got no reply may send it again. The picture's files are written
 * first, so that no row ever refers to a missing file.
 * @returns the message's number. Throws a Refusal 400, 403 (the recipient takes no messages), 404 (the recipient, the
 * post or the uploaded picture), 413 or 415 (picture), or 429 (too much today).
 */
export async function sendMessage(
  { db, pictures, quotas, jobs }: SendingContext,
  message: NewMessage,
): Promise<number> {
  const { senderId, otherId, clientId, text, image, imageAlt, pictureId, postId, replyTo, signal } = message
  const hasImage = image !== null || pictureId !== null
  if (otherId === senderId) throw new Refusal(400, chatText.notYourself)
  if (!text && !hasImage && postId === null) throw new Refusal(400, chatText.empty)
  const sent = await findSentMessage(db, senderId, otherId, clientId)
  if (sent) return sent.number
  refuseUnwelcome(await findMessagingPermission(db, senderId, otherId), hasImage)
  if (image !== null && pictureId !== null) throw new Refusal(400, chatText.oneAttachment)
  if (postId !== null && !(await findPost(db, senderId, postId))) throw new Refusal(404, chatText.noSuchPost)
  if (image !== null) await quotas.refuseExhausted(db, senderId, { isPost: false, hasPicture: true })
  const picture = image === null ? null : await pictures.save({ dataUrl: image, accountId: senderId, signal })
  const { number, isNew } = await pictures.claim(picture, () =>
    inTransaction(db, async (trx) => {
      const conversation = await lockOrInsertConversation(trx, senderId, otherId)
      const duplicate = await findSentMessage(trx, senderId, otherId, clientId)
      if (duplicate) return { number: duplicate.number, isNew: false }
      const permission = await findMessagingPermission(trx, senderId, otherId)
      refuseUnwelcome(permission, hasImage)
      // Inside, because the answered message may have been deleted meanwhile; then the words go without it.
      const answered = replyTo === null ? undefined : await findAnswerable(trx, senderId, otherId, replyTo)
      const mediaId = picture
        ? await insertPicture(trx, picture, imageAlt)
        : await claimUpload(trx, senderId, pictureId)
      const requestStatus = nextRequestStatus(permission)
      const inserted = {
        senderId,
        otherId,
        requestStatus,
        clientId,
        text,
        mediaId,
        postId,
        replyTo: answered?.number ?? null,
      }
      const newNumber = await insertMessage(trx, conversation, inserted)
      await quotas.count(trx, senderId, { posts: 0, picture })
      await jobs.add(trx, 'message', { from: senderId, to: otherId, number: newNumber })
      return { number: newNumber, isNew: true }
    }),
  )
  if (picture && !isNew) await pictures.remove([picture.name])
  return number
}

/**
 * Sets the viewer's reaction to a message; null takes it back. A person who may not write may not react either. A
 * request has to be accepted first: otherwise the sender would see that it was read. Throws a Refusal 403 or 404.
 */
export async function reactToMessage(
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  { viewerId, messageId, reaction }: OneMessage & { reaction: Reaction | null },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const message = await lockMessage(trx, viewerId, messageId)
    if (!message || message.is_deleted) throw notFound()
    const conversation = await findConversation(trx, viewerId, message.other_id)
    refuseUnwelcome(conversation, false)
    if (conversation.own_request_status !== 'accepted') throw new Refusal(403, chatText.acceptFirst)
    if (reaction) await upsertReaction(trx, message.id, viewerId, reaction)
    else await deleteReaction(trx, message.id, viewerId)
    await jobs.add(trx, 'message', { from: viewerId, to: message.other_id, number: message.number, isReaction: true })
  })
}

/** Deletes a message for the viewer; the other person keeps it. Throws a Refusal 404. */
export async function deleteForOneself(
  { db }: Pick<AppContext, 'db'>,
  { viewerId, messageId }: OneMessage,
): Promise<void> {
  const otherId = await inTransaction(db, async (trx) => {
    const message = await lockMessage(trx, viewerId, messageId)
    if (!message) throw notFound()
    await hideMessage(trx, viewerId, messageId)
    return message.other_id
  })
  await announce(db, { conversations: [{ viewerId, otherId, messageNumbers: [] }] })
}

/** Deletes one of the viewer's own messages for both, with its picture; idempotent. Throws a Refusal 403 or 404. */
export async function deleteForBoth(
  { db, pictures, jobs }: ChatContext,
  { viewerId, messageId }: OneMessage,
): Promise<void> {
  const picture = await inTransaction(db, async (trx) => {
    const message = await lockMessage(trx, viewerId, messageId)
    if (!message) throw notFound()
    if (!canDeleteForBoth(viewerId, message)) throw new Refusal(403, chatText.notForBoth)
    if (message.is_deleted) return undefined
    const deleted = await deleteMessageForBoth(trx, message)
    await jobs.add(trx, 'message', { from: viewerId, to: message.other_id, number: message.number, isDeleted: true })
    return deleted?.media_id ? deletePicture(trx, deleted.media_id) : undefined
  })
  // After the commit: a rolled back deletion keeps its picture, and the sweep deletes the files that a crash leaves.
  if (picture) await pictures.remove([picture.name])
}
