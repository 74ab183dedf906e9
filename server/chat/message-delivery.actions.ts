import { pagePaths } from '#contract/page-paths.ts'
import type { Database } from '#server/database/connect.ts'
import type { JobPayloads } from '#server/platform/job-payloads.ts'
import type { JobQueue } from '#server/platform/jobs.ts'
import { announce, conversationUpdatesFor } from '#server/platform/live/announce.ts'
import type { PushMessage } from '#server/platform/push.ts'
import { viewPushMessage } from './chat.views.ts'
import { findMessagePushCandidate } from './messages.queries.ts'

/**
 * Handles message jobs: updates open pages, and queues push notifications. To be called in the transaction that
 * completes the jobs.
 * @param input.subscribedUserIds recipients with a browser subscribed to push notifications.
 */
export async function deliverMessages(
  { trx, jobs }: { trx: Database; jobs: JobQueue },
  { messages, subscribedUserIds }: { messages: JobPayloads['message'][]; subscribedUserIds: Set<number> },
): Promise<void> {
  const pushed = messages.filter(({ to, isDeleted }) => subscribedUserIds.has(to) && !isDeleted)
  if (pushed.length > 0)
    await jobs.add(trx, 'pushMessage', ...pushed.map(({ from, to, number }) => ({ user: to, from, number })))
  await announce(trx, {
    conversations: messages.flatMap(({ from, to, number }) => conversationUpdatesFor(from, to, [number])),
  })
}

/**
 * Returns the push notification of a message; undefined if it was read or deleted meanwhile, its sender was declined,
 * or the recipient does not want it. It contains the text only if the recipient wants that.
 */
export async function findPushMessage(
  db: Database,
  { user, from, number }: JobPayloads['pushMessage'],
): Promise<PushMessage | undefined> {
  const message = await findMessagePushCandidate(db, user, from, number)
  if (!message?.notify_messages || message.request_status === 'declined') return undefined
  return { ...viewPushMessage(message), url: pagePaths.conversation(from), tag: `chat-${from}` }
}
