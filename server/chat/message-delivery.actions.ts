import { pagePaths } from '#contract/page-paths.ts'
import type { Database } from '#server/database/connect.ts'
import type { JobPayloads } from '#server/platform/job-payloads.ts'
import type { JobQueue } from '#server/platform/jobs.ts'
import { announce, conversationUpdatesFor } from '#server/platform/live/announce.ts'
import type { PushMessage } from '#server/platform/push.ts'
import { pushBodyOf } from './chat.views.ts'
import { findMessagePushCandidate } from './messages.queries.ts'

type SubscribedSession = { user_id: number; session_id: number }

/**
 * Handles message jobs: updates open pages, and queues push notifications. To be called in the transaction that
 * completes the jobs.
 * @param input.subscribedSessions sessions of the recipients that are subscribed to push notifications: each gets a job
 * of its own, so that a slow browser delays only itself, and a retry repeats nothing.
 */
export async function deliverMessages(
  { trx, jobs }: { trx: Database; jobs: JobQueue },
  { messages, subscribedSessions }: { messages: JobPayloads['message'][]; subscribedSessions: SubscribedSession[] },
): Promise<void> {
  const pushed = messages
    .filter(({ isDeleted, isReaction }) => !isDeleted && !isReaction)
    .flatMap(({ from, to, number }) =>
      subscribedSessions
        .filter(({ user_id }) => user_id === to)
        .map(({ session_id }) => ({ user: to, session: session_id, from, number })),
    )
  if (pushed.length > 0) await jobs.add(trx, 'pushMessage', ...pushed)
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
  return { body: pushBodyOf(message), url: pagePaths.conversation(from), tag: `chat-${from}` }
}
