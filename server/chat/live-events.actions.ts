import { receivedConversationsLimit } from '#contract/limits.ts'
import type { Database } from '#server/database/connect.ts'
import type { ConversationUpdate } from '#server/platform/live/announce.ts'
import type { LiveEvent } from '#server/platform/live/stream.ts'
import { viewConversation, viewMessage } from './chat.views.ts'
import { countConversations, findConversation, findUndelivered } from './conversations.queries.ts'
import { findMessagesByNumber } from './messages.queries.ts'

/**
 * Returns the live events for a viewer after a conversation has changed. A message or a mark in a conversation that the
 * viewer may not see gives none, so nobody receives events of a person who has blocked them.
 */
export async function findConversationEvents(
  db: Database,
  { viewerId, otherId, messageNumbers, isClosed }: ConversationUpdate,
): Promise<LiveEvent[]> {
  const conversation = await findConversation(db, viewerId, otherId)
  if (!conversation && !isClosed) return []
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
