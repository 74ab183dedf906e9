import type { Database } from '#server/database/connect.ts'
import { notify } from '#server/database/listen.ts'

/**
 * A conversation as one of its two members sees it, and the numbers of the messages in it that have changed.
 * `isClosed`: it was in the viewer's list until now. Without it, pages that may not see the conversation receive
 * nothing.
 */
export type ConversationUpdate = { viewerId: number; otherId: number; messageNumbers: number[]; isClosed?: true }

/** Returns the update of a conversation for both members. */
export const conversationUpdatesFor = (
  oneId: number,
  otherId: number,
  messageNumbers: number[] = [],
): ConversationUpdate[] => [
  { viewerId: oneId, otherId, messageNumbers },
  { viewerId: otherId, otherId: oneId, messageNumbers },
]

/** The changes that servers announce to each other; each loads the changed rows itself. */
export type LiveSignal = {
  /** Users who have new notifications, or whose sessions have ended. */
  userIds?: number[]
  /** Posts whose counters have changed. */
  postIds?: number[]
  conversations?: ConversationUpdate[]
  /** `otherId` is typing to `viewerId`. */
  typing?: { viewerId: number; otherId: number }[]
}

export const liveChannel = 'dintorni_live'

/** A NOTIFY payload holds at most 8,000 bytes, an id at most 16 digits, and a payload two lists of ids. */
const maxIdsPerPayload = 200
/** For updates with at most one message number. */
const maxConversationsPerPayload = 80

/** Sends a signal to all servers once the transaction has committed. */
export async function announce(
  db: Database,
  { userIds = [], postIds = [], conversations = [], typing = [] }: LiveSignal,
): Promise<void> {
  const send = (signal: LiveSignal) => notify(db, liveChannel, JSON.stringify(signal))
  for (let start = 0; start < conversations.length; start += maxConversationsPerPayload)
    await send({ conversations: conversations.slice(start, start + maxConversationsPerPayload) })
  if (typing.length > 0) await send({ typing })
  for (let start = 0; start < Math.max(userIds.length, postIds.length); start += maxIdsPerPayload) {
    const end = start + maxIdsPerPayload
    await send({ userIds: userIds.slice(start, end), postIds: postIds.slice(start, end) })
  }
}
