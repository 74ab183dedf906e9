import { receivedConversationsLimit } from '#contract/limits.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { deletePicture, insertPicture } from '#server/media/media.queries.ts'
import type { PictureStore } from '#server/media/media.rules.ts'
import type { JobPayloads } from '#server/platform/job-payloads.ts'
import type { JobQueue } from '#server/platform/jobs.ts'
import { announce, type ConversationUpdate, conversationUpdatesFor } from '#server/platform/live/announce.ts'
import type { LiveEvent } from '#server/platform/live/stream.ts'
import type { PushMessage } from '#server/platform/push.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { findPost } from '#server/posts/posts.queries.ts'
import {
  clearConversation,
  countConversations,
  deleteMessageForBoth,
  findMessagingPermission,
  findConversation,
  findMessagesByNumber,
  findSentMessageNumber,
  findUndelivered,
  findMessagePushCandidate,
  hideMessage,
  insertMessage,
  lockConversation,
  lockMessage,
  lockOrInsertConversation,
  markRead,
  markReceived,
  type UpdatedMember,
  updateRequestStatus,
} from './chat.queries.ts'
import { canDeleteForBoth, canSendImages, canWrite, type MessagingPermission, nextRequestStatus } from './chat.rules.ts'
import { chatText } from './chat.text.ts'
import { viewPushMessage, viewConversation, viewMessage } from './chat.views.ts'

export type NewMessage = {
  otherId: number
  clientId: string
  text: string
  image: string | null
  postId: number | null
}

/** What one of the two alone sees of a conversation that moved. */
const ownSide = (viewerId: number, otherId: number): ConversationUpdate[] => [
  { viewerId: viewerId, otherId: otherId, messageNumbers: [] },
]

/** Throws a Refusal 403 or 404. */
function refuseUnwelcome(consent: MessagingPermission | undefined, hasImage: boolean): asserts consent {
  if (!consent) throw notFound()
  if (!canWrite(consent)) throw new Refusal(403, chatText.takesNone)
  if (hasImage && !canSendImages(consent)) throw new Refusal(403, chatText.noImagesYet)
}

/**
 * Writes to somebody. Under a `clientId` that was sent before nothing is written: a client that got no answer may send again.
 * The picture's files are written first, so that no row ever names a missing file.
 * @returns the message's number. Throws a Refusal 400, 403 (they take none), 404 (the person, or the post), 413 or 415 (picture).
 */
export async function sendMessage(
  { db, pictures, jobs }: { db: Database; pictures: PictureStore; jobs: JobQueue },
  senderId: number,
  { otherId, clientId, text, image, postId }: NewMessage,
): Promise<number> {
  if (otherId === senderId) throw new Refusal(400, chatText.notYourself)
  if (!text && !image && postId === null) throw new Refusal(400, chatText.empty)
  const sent = await findSentMessageNumber(db, senderId, otherId, clientId)
  if (sent !== undefined) return sent
  refuseUnwelcome(await findMessagingPermission(db, senderId, otherId), image !== null)
  if (postId !== null && !(await findPost(db, senderId, postId))) throw new Refusal(404, chatText.noSuchPost)
  const picture = image === null ? null : await pictures.save(image)
  const { number, isNew } = await pictures.claim(picture, () =>
    inTransaction(db, async (trx) => {
      const conversationId = await lockOrInsertConversation(trx, senderId, otherId)
      const meanwhile = await findSentMessageNumber(trx, senderId, otherId, clientId)
      if (meanwhile !== undefined) return { number: meanwhile, isNew: false }
      const consent = await findMessagingPermission(trx, senderId, otherId)
      refuseUnwelcome(consent, image !== null)
      const mediaId = picture && (await insertPicture(trx, picture))
      const number = await insertMessage(trx, {
        conversationId,
        senderId,
        otherId,
        requestStatus: nextRequestStatus(consent),
        clientId,
        text,
        mediaId,
        postId,
      })
      await jobs.add(trx, 'message', { from: senderId, to: otherId, number })
      return { number, isNew: true }
    }),
  )
  if (picture && !isNew) await pictures.remove(picture.name)
  return number
}

/**
 * Moves the pages on which these messages are to be seen, and has those ring at who has a browser to ring at. To be called in the transaction that completes the jobs.
 * @param subscribed who of them has one.
 */
export async function deliverMessages(
  trx: Database,
  jobs: JobQueue,
  messages: JobPayloads['message'][],
  subscribed: Set<number>,
): Promise<void> {
  const ringing = messages.filter(({ to, isDeleted }) => subscribed.has(to) && !isDeleted)
  if (ringing.length > 0)
    await jobs.add(trx, 'pushMessage', ...ringing.map(({ from, to, number }) => ({ user: to, from, number })))
  await announce(trx, {
    conversations: messages.flatMap(({ from, to, number }) => conversationUpdatesFor(from, to, [number])),
  })
}

/** What rings at who was written to; undefined when it was read or taken back meanwhile, or they do not want to hear of it. It says what was written only to who wants that. */
export async function findPushMessage(
  db: Database,
  { user, from, number }: JobPayloads['pushMessage'],
): Promise<PushMessage | undefined> {
  const message = await findMessagePushCandidate(db, user, from, number)
  if (!message?.notify_messages || message.request_status === 'declined') return undefined
  return { ...viewPushMessage(message), url: `/chat/${from}`, tag: `chat-${from}` }
}

/** Deletes a message for oneself: the other keeps it. Throws a Refusal 404. */
export async function deleteForOneself(db: Database, viewerId: number, messageId: number): Promise<void> {
  const otherId = await inTransaction(db, async (trx) => {
    const message = await lockMessage(trx, viewerId, messageId)
    if (!message) throw notFound()
    await hideMessage(trx, viewerId, messageId)
    return message.other_id
  })
  await announce(db, { conversations: ownSide(viewerId, otherId) })
}

/** Takes a message of one's own back, with its picture; again changes nothing. Throws a Refusal 403 or 404. */
export async function deleteForBoth(
  { db, pictures, jobs }: { db: Database; pictures: PictureStore; jobs: JobQueue },
  viewerId: number,
  messageId: number,
): Promise<void> {
  const picture = await inTransaction(db, async (trx) => {
    const message = await lockMessage(trx, viewerId, messageId)
    if (!message) throw notFound()
    if (!canDeleteForBoth(viewerId, message)) throw new Refusal(403, chatText.notForBoth)
    if (message.is_deleted) return undefined
    const [deleted] = await deleteMessageForBoth(trx, messageId)
    await jobs.add(trx, 'message', { from: viewerId, to: message.other_id, number: message.number, isDeleted: true })
    return deleted?.media_id ? deletePicture(trx, deleted.media_id) : undefined
  })
  // After the commit: a rolled back deletion keeps its picture, and the sweep takes what a crash leaves here.
  if (picture) await pictures.remove(picture.name)
}

/** Deletes for oneself all that was written so far. Throws a Refusal 404. */
export async function deleteConversation(db: Database, viewerId: number, otherId: number): Promise<void> {
  await inTransaction(db, async (trx) => {
    if ((await lockConversation(trx, viewerId, otherId)) === undefined) throw notFound()
    await clearConversation(trx, viewerId, otherId)
  })
  await announce(db, { conversations: ownSide(viewerId, otherId) })
}

/** Accepts that somebody writes, and lets them know by what they may do; or declines, of which they hear nothing. Throws a Refusal 404. */
export async function answerRequest(db: Database, viewerId: number, otherId: number, accept: boolean): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockConversation(trx, viewerId, otherId)
    const conversation = await findConversation(trx, viewerId, otherId)
    if (!conversation || conversation.own_request_status === null) throw new Refusal(404, chatText.noRequest)
    if (!accept && conversation.own_request_status === 'accepted') throw new Refusal(404, chatText.noRequest)
    await updateRequestStatus(trx, viewerId, otherId, accept ? 'accepted' : 'declined')
    if (!accept) await clearConversation(trx, viewerId, otherId)
  })
  await announce(db, { conversations: accept ? conversationUpdatesFor(viewerId, otherId) : ownSide(viewerId, otherId) })
}

/** The viewer's other pages move, and those of who wrote where they were accepted: nobody else learns that they are read. */
const tellMoved = (db: Database, viewerId: number, moved: UpdatedMember[]) =>
  announce(db, {
    conversations: moved.flatMap(({ other_id, request_status }) =>
      request_status === 'accepted' ? conversationUpdatesFor(viewerId, other_id) : ownSide(viewerId, other_id),
    ),
  })

/** @param received the other's id, and up to which number. What is known already is told to nobody. */
export async function receiveMessages(
  db: Database,
  viewerId: number,
  received: [otherId: number, upTo: number][],
): Promise<void> {
  const latest = [...new Map(received)]
  await tellMoved(
    db,
    viewerId,
    await markReceived(
      db,
      viewerId,
      latest.map(([otherId]) => otherId),
      latest.map(([, upTo]) => upTo),
    ),
  )
}

/** Throws a Refusal 404. */
export async function readMessages(db: Database, viewerId: number, otherId: number, upTo: number): Promise<void> {
  if (!(await findMessagingPermission(db, viewerId, otherId))) throw notFound()
  await tellMoved(db, viewerId, await markRead(db, viewerId, otherId, upTo))
}

/** Told only between people who have accepted each other. Throws a Refusal 404. */
export async function sendTyping(db: Database, viewerId: number, otherId: number): Promise<void> {
  const [theirs, own] = [
    await findMessagingPermission(db, viewerId, otherId),
    await findMessagingPermission(db, otherId, viewerId),
  ]
  if (!theirs) throw notFound()
  if (theirs.request_status === 'accepted' && own?.request_status === 'accepted')
    await announce(db, { typing: [{ viewerId: otherId, otherId: viewerId }] })
}

/** What a page of the viewer learns of a conversation that moved. */
export async function findConversationEvents(
  db: Database,
  viewerId: number,
  otherId: number,
  numbers: number[],
): Promise<LiveEvent[]> {
  const conversation = await findConversation(db, viewerId, otherId)
  const messages = conversation && numbers.length > 0 ? await findMessagesByNumber(db, viewerId, otherId, numbers) : []
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

/** What a page learns when it begins to listen: how much waits, and what has arrived nowhere yet. */
export async function findUnreadConversationsEvent(db: Database, viewerId: number): Promise<LiveEvent> {
  const underWay = await findUndelivered(db, viewerId, receivedConversationsLimit)
  return {
    event: 'chat',
    data: {
      ...(await countConversations(db, viewerId)),
      arrived: underWay.map(({ other_id, up_to }) => [other_id, up_to]),
    },
  }
}
