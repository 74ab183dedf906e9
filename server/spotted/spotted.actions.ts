import { setTimeout } from 'node:timers/promises'
import type { SpottedStatus } from '#contract/posts.ts'
import type { SpottedAction } from '#contract/spotted.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { JobQueue, NotificationRequest } from '#server/platform/jobs.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { findPost } from '#server/posts/posts.queries.ts'
import {
  countConfirmed,
  deleteRequest,
  findKnownRequest,
  findOwnRequest,
  insertRequest,
  lockPostAndPeople,
  updateRequest,
} from './spotted.queries.ts'
import { canAnswerSpotted, canReachPost, canRequestSpotted, nextAction, nextStatus } from './spotted.rules.ts'
import { spottedText } from './spotted.text.ts'

/** A press of “that is me”: what it asks for, if it says so, and how many milliseconds ago it arrived. */
export type Press = { action: SpottedAction | undefined; elapsed: () => number }
export type Spotted = { status: SpottedStatus | null; count: number }

/**
 * How long a press waits that does not say what it wants. Others that were made together with it, and come over several
 * connections, decide meanwhile, by the same that this one saw. Who waits for the answer before pressing again is never one of
 * them. Many short waits, in milliseconds: a server that is kept from listening for a while, is so for one of them only.
 */
const gathering = { waits: 20, each: 5 }

async function gather(): Promise<void> {
  for (let wait = 0; wait < gathering.waits; wait++) await setTimeout(gathering.each)
}

/** Asks to be confirmed in a post, or takes that back. Throws a Refusal 403 (one's own post) or 404. */
export async function requestSpotted(
  db: Database,
  jobs: JobQueue,
  viewerId: number,
  postId: number,
  { action, elapsed }: Press,
): Promise<Spotted> {
  if (action) return act(db, jobs, viewerId, postId, action)
  const sinceArrival = elapsed()
  // Before any wait, for what follows and for a lock: there a press may stand behind one of the same wish.
  const seen = await findOwnRequest(db, viewerId, postId)
  const wished = nextAction(seen?.age ?? null, sinceArrival)
  await gather()
  return act(db, jobs, viewerId, postId, wished, wished === 'withdraw' ? seen?.id : undefined)
}

/** @param only withdraws this request, and none that was made since. */
function act(
  db: Database,
  jobs: JobQueue,
  viewerId: number,
  postId: number,
  action: SpottedAction,
  only?: number,
): Promise<Spotted> {
  return inTransaction(db, async (trx) => {
    const post = await lockPostAndPeople(trx, postId, viewerId)
    if (!post) throw notFound()
    const isVisible = (await findPost(trx, viewerId, postId)) !== undefined
    const current = await findOwnRequest(trx, viewerId, postId)
    const before = current?.status ?? null
    if (!canReachPost(isVisible, action, before)) throw notFound()
    if (!canRequestSpotted(viewerId, post)) throw new Refusal(403, spottedText.ownPost)
    const status = only === undefined || only === current?.id ? nextStatus(before, action) : before
    if (status && !current) await insertRequest(trx, viewerId, postId)
    if (!status && current) await deleteRequest(trx, viewerId, postId)
    if (status !== before)
      await jobs.add(trx, 'activity', {
        post: postId,
        notify: status
          ? { recipientId: post.author_id, actorId: viewerId, trigger: { kind: 'spotted_request', post: postId } }
          : undefined,
      })
    return { status, count: isVisible ? await countConfirmed(trx, postId) : 0 }
  })
}

/** Confirms a request, or takes the confirmation back. Throws a Refusal 403 (only the author may) or 404. @returns how many are confirmed in the post. */
export async function updateSpottedRequestStatus(
  db: Database,
  jobs: JobQueue,
  viewerId: number,
  requestId: number,
  status: SpottedStatus,
): Promise<number> {
  const request = await findKnownRequest(db, viewerId, requestId)
  if (!request) throw notFound()
  if (!canAnswerSpotted(viewerId, request)) throw new Refusal(403, spottedText.notYours)
  return inTransaction(db, async (trx) => {
    await lockPostAndPeople(trx, request.post_id, request.requester_id)
    const current = await findKnownRequest(trx, viewerId, requestId)
    if (!current) throw notFound()
    if (current.status !== status) {
      await updateRequest(trx, current, status)
      const notify: NotificationRequest | undefined =
        status === 'confirmed'
          ? {
              recipientId: current.requester_id,
              actorId: viewerId,
              trigger: { kind: 'spotted_confirmed', post: current.post_id },
            }
          : undefined
      await jobs.add(trx, 'activity', { post: current.post_id, notify })
    }
    return countConfirmed(trx, request.post_id)
  })
}
