import type { AppContext } from '#server/app-context.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { announce, type ConversationUpdate, conversationUpdatesFor } from '#server/platform/live/announce.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { chatText } from './chat.text.ts'
import {
  clearConversation,
  findConversation,
  findMessagingPermission,
  lockConversation,
  markRead,
  markReceived,
  type UpdatedMember,
  updateRequestStatus,
} from './conversations.queries.ts'

type WithDatabase = Pick<AppContext, 'db'>
/** A conversation, from the viewer's side. */
type OneConversation = { viewerId: number; otherId: number }

/** The update of a conversation for the viewer alone. */
const ownUpdate = ({ viewerId, otherId }: OneConversation): ConversationUpdate[] => [
  { viewerId, otherId, messageNumbers: [] },
]

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
 * Accepts messages from a person and updates that person's pages, or declines them, which that person cannot see.
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
