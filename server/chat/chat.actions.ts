import { receivedConversationsLimit } from '#contract/limits.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { deletePicture, insertPicture } from '#server/media/media.queries.ts'
import { announce, type ConversationUpdate, conversationUpdatesFor } from '#server/platform/live/announce.ts'
import type { LiveEvent } from '#server/platform/live/stream.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { findPost } from '#server/posts/posts.queries.ts'
import {
  clearConversation,
  countConversations,
  findConversation,
  findMessagingPermission,
  findUndelivered,
  lockConversation,
  lockOrInsertConversation,
  markRead,
  markReceived,
  type UpdatedMember,
  updateRequestStatus,
} from './conversations.queries.ts'
import { canDeleteForBoth, canSendImages, canWrite, type MessagingPermission, nextRequestStatus } from './chat.rules.ts'
import { chatText } from './chat.text.ts'
import { viewConversation, viewMessage } from './chat.views.ts'
import {
  deleteMessageForBoth,
  findMessagesByNumber,
  findSentMessage,
  hideMessage,
  insertMessage,
  lockMessage,
} from './messages.queries.ts'

type ChatContext = Pick<AppContext, 'db' | 'pictures' | 'jobs'>
type WithDatabase = Pick<AppContext, 'db'>
/** A conversation, from the viewer's side. */
type OneConversation = { viewerId: number; otherId: number }
type OneMessage = { viewerId: number; messageId: number }

export type NewMessage = {
  senderId: number
  otherId: number
  clientId: string
  text: string
  image: string | null
  postId: number | null
}

/** The update of a conversation for the viewer alone. */
const ownUpdate = ({ viewerId, otherId }: OneConversation): ConversationUpdate[] => [
  { viewerId, otherId, messageNumbers: [] },
]

/** Throws a Refusal 403 or 404 if the sender may not write, or may not send pictures. */
function refuseUnwelcome(permission: MessagingPermission | undefined, hasImage: boolean): asserts permission {
  if (!permission) throw notFound()
  if (!canWrite(permission)) throw new Refusal(403, chatText.takesNone)
  if (hasImage && !canSendImages(permission)) throw new Refusal(403, chatText.noImagesYet)
}

/**
 * Sends a message, once per `clientId`: a client that got no reply may send it again. The picture's files are written
 * first, so that no row ever refers to a missing file.
 * @returns the message's number. Throws a Refusal 400, 403 (the recipient takes no messages), 404 (the recipient, or
 * the post), 413 or 415 (picture).
 */
export async function sendMessage({ db, pictures, jobs }: ChatContext, message: NewMessage): Promise<number> {
  const { senderId, otherId, clientId, text, image, postId } = message
  if (otherId === senderId) throw new Refusal(400, chatText.notYourself)
  if (!text && !image && postId === null) throw new Refusal(400, chatText.empty)
  const sent = await findSentMessage(db, senderId, otherId, clientId)
  if (sent) return sent.number
  refuseUnwelcome(await findMessagingPermission(db, senderId, otherId), image !== null)
  if (postId !== null && !(await findPost(db, senderId, postId))) throw new Refusal(404, chatText.noSuchPost)
  const picture = image === null ? null : await pictures.save(image)
  const { number, isNew } = await pictures.claim(picture, () =>
    inTransaction(db, async (trx) => {
      const conversation = await lockOrInsertConversation(trx, senderId, otherId)
      const duplicate = await findSentMessage(trx, senderId, otherId, clientId)
      if (duplicate) return { number: duplicate.number, isNew: false }
      const permission = await findMessagingPermission(trx, senderId, otherId)
      refuseUnwelcome(permission, image !== null)
      const mediaId = picture && (await insertPicture(trx, picture))
      const requestStatus = nextRequestStatus(permission)
      const inserted = { senderId, otherId, requestStatus, clientId, text, mediaId, postId }
      const newNumber = await insertMessage(trx, conversation, inserted)
      await jobs.add(trx, 'message', { from: senderId, to: otherId, number: newNumber })
      return { number: newNumber, isNew: true }
    }),
  )
  if (picture && !isNew) await pictures.remove(picture.name)
  return number
}

/** Deletes a message for the viewer; the other person keeps it. Throws a Refusal 404. */
export async function deleteForOneself({ db }: WithDatabase, { viewerId, messageId }: OneMessage): Promise<void> {
  const otherId = await inTransaction(db, async (trx) => {
    const message = await lockMessage(trx, viewerId, messageId)
    if (!message) throw notFound()
    await hideMessage(trx, viewerId, messageId)
    return message.other_id
  })
  await announce(db, { conversations: ownUpdate({ viewerId, otherId }) })
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
  if (picture) await pictures.remove(picture.name)
}

/** Deletes all messages so far for the viewer. Throws a Refusal 404. */
export async function deleteConversation({ db }: WithDatabase, { viewerId, otherId }: OneConversation): Promise<void> {
  await inTransaction(db, async (trx) => {
    const conversation = await lockConversation(trx, viewerId, otherId)
    if (!conversation) throw notFound()
    await clearConversation(trx, conversation, viewerId)
  })
  await announce(db, { conversations: ownUpdate({ viewerId, otherId }) })
}

/**
 * Accepts messages from a person, whose pages are updated; or declines them, of which they do not learn.
 * Throws a Refusal 404 if there is no request.
 */
export async function answerRequest(
  { db }: WithDatabase,
  { viewerId, otherId, accept }: OneConversation & { accept: boolean },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const locked = await lockConversation(trx, viewerId, otherId)
    const conversation = locked && (await findConversation(trx, viewerId, otherId))
    if (!conversation || conversation.own_request_status === null) throw new Refusal(404, chatText.noRequest)
    if (!accept && conversation.own_request_status === 'accepted') throw new Refusal(404, chatText.noRequest)
    const requestStatus = accept ? 'accepted' : 'declined'
    await updateRequestStatus(trx, { userId: viewerId, otherId, requestStatus })
    if (!accept) await clearConversation(trx, locked, viewerId)
  })
  const updates = accept ? conversationUpdatesFor(viewerId, otherId) : ownUpdate({ viewerId, otherId })
  await announce(db, { conversations: updates })
}

/** Updates the viewer's other pages, and those of accepted senders: others do not learn that they were read. */
const announceUpdates = (db: Database, viewerId: number, updated: UpdatedMember[]) =>
  announce(db, {
    conversations: updated.flatMap(({ other_id, request_status }) =>
      request_status === 'accepted'
        ? conversationUpdatesFor(viewerId, other_id)
        : ownUpdate({ viewerId, otherId: other_id }),
    ),
  })

/** Marks messages as received. @param received pairs of the other person's id and the last number. */
export async function receiveMessages(
  { db }: WithDatabase,
  { viewerId, received }: { viewerId: number; received: [otherId: number, upTo: number][] },
): Promise<void> {
  const latest = [...new Map(received)]
  const updated = await markReceived(
    db,
    viewerId,
    latest.map(([otherId]) => otherId),
    latest.map(([, upTo]) => upTo),
  )
  await announceUpdates(db, viewerId, updated)
}

/** Marks messages as read. Throws a Refusal 404. */
export async function readMessages(
  { db }: WithDatabase,
  { viewerId, otherId, upTo }: OneConversation & { upTo: number },
): Promise<void> {
  if (!(await findMessagingPermission(db, viewerId, otherId))) throw notFound()
  await announceUpdates(db, viewerId, await markRead(db, viewerId, otherId, upTo))
}

/** Announces that the viewer is typing, if both people have accepted each other. Throws a Refusal 404. */
export async function sendTyping({ db }: WithDatabase, { viewerId, otherId }: OneConversation): Promise<void> {
  const permission = await findMessagingPermission(db, viewerId, otherId)
  if (!permission) throw notFound()
  const ownPermission = await findMessagingPermission(db, otherId, viewerId)
  if (permission.request_status === 'accepted' && ownPermission?.request_status === 'accepted')
    await announce(db, { typing: [{ viewerId: otherId, otherId: viewerId }] })
}

/** Returns the live events for a viewer after a conversation has changed. */
export async function findConversationEvents(
  db: Database,
  { viewerId, otherId, messageNumbers }: ConversationUpdate,
): Promise<LiveEvent[]> {
  const conversation = await findConversation(db, viewerId, otherId)
  const hasMessages = conversation && messageNumbers.length > 0
  const messages = hasMessages ? await findMessagesByNumber(db, viewerId, otherId, messageNumbers) : []
  return [
    {
      event: 'conversation',
      data: {
        other_id: otherId,
        conversation: conversation ? viewConversation(conversation) : null,
        messages: messages.map(viewMessage),
      },
    },
    { event: 'chat', data: await countConversations(db, viewerId) },
  ]
}

/** Returns the first chat event of a live connection: counts, and the messages that no device has received yet. */
export async function findUnreadConversationsEvent(db: Database, viewerId: number): Promise<LiveEvent> {
  const undelivered = await findUndelivered(db, viewerId, receivedConversationsLimit)
  const counts = await countConversations(db, viewerId)
  return {
    event: 'chat',
    data: { ...counts, arrived: undelivered.map(({ other_id, up_to }) => [other_id, up_to]) },
  }
}
