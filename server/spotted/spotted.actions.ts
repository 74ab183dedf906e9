import type { SpottedStatus } from '#contract/posts.ts'
import type { SpottedAction, SpottedAnswer } from '#contract/spotted.ts'
import type { AppContext } from '#server/app-context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { findPost } from '#server/posts/posts.queries.ts'
import { deleteRequest } from './confirmations.queries.ts'
import {
  countConfirmed,
  deleteDecline,
  findOwnStatus,
  findVisibleRequest,
  insertDecline,
  insertRequest,
  isDeclined,
  lockPostAndPeople,
  updateRequest,
} from './spotted.queries.ts'
import { canAnswerSpotted, canReachPost, canRequestSpotted, nextAction, nextStatus } from './spotted.rules.ts'
import { spottedText } from './spotted.text.ts'

type SpottedContext = Pick<AppContext, 'db' | 'jobs'>
type SpottedRequestChange = { viewerId: number; postId: number; action: SpottedAction | undefined; text: string }

/**
 * Asks to be confirmed in a post, or withdraws the request; without an action it toggles.
 * @returns the new status, and the number of people confirmed in the post.
 * Throws a Refusal 403 (the viewer’s own post) or 404.
 */
export function requestSpotted(
  { db, jobs }: SpottedContext,
  { viewerId, postId, action: requestedAction, text }: SpottedRequestChange,
): Promise<{ status: SpottedStatus | null; count: number }> {
  return inTransaction(db, async (trx) => {
    const post = await lockPostAndPeople(trx, postId, viewerId)
    if (!post) throw notFound()
    const isVisible = (await findPost(trx, viewerId, postId)) !== undefined
    const current = (await findOwnStatus(trx, viewerId, postId))?.status ?? null
    const action = requestedAction ?? nextAction(current)
    if (!canReachPost(isVisible, action, current)) throw notFound()
    if (!canRequestSpotted(viewerId, post)) throw new Refusal(403, spottedText.ownPost)
    const status = nextStatus(current, action)
    if (status !== current) {
      if (status) await insertRequest(trx, post, { requesterId: viewerId, text: text || null })
      else await deleteRequest(trx, post, viewerId)
      // A person who was declined and asks again waits like everybody else, but causes no push notification.
      const shouldNotify = !(await isDeclined(trx, viewerId, postId)) && status !== null
      const trigger = { kind: 'spotted_request', post: postId } as const
      await jobs.add(trx, 'activity', {
        post: postId,
        notify: shouldNotify ? { recipientId: post.author_id, actorId: viewerId, trigger } : undefined,
      })
    }
    return { status, count: isVisible ? await countConfirmed(trx, postId) : 0 }
  })
}

/**
 * Confirms or declines a request, or takes the answer back. A decline notifies nobody.
 * @returns the number of people confirmed in the post. Throws a Refusal 403 (not the author of the post) or 404.
 */
export async function updateSpottedRequestStatus(
  { db, jobs }: SpottedContext,
  { viewerId, requestId, status }: { viewerId: number; requestId: number; status: SpottedAnswer },
): Promise<number> {
  const request = await findVisibleRequest(db, viewerId, requestId)
  if (!request) throw notFound()
  if (!canAnswerSpotted(viewerId, request)) throw new Refusal(403, spottedText.notYours)
  return inTransaction(db, async (trx) => {
    const post = await lockPostAndPeople(trx, request.post_id, request.requester_id)
    const current = await findVisibleRequest(trx, viewerId, requestId)
    if (!post || !current) throw notFound()
    const requesterId = current.requester_id
    const wasDeclined = await isDeclined(trx, requesterId, post.id)
    if (wasDeclined && status !== 'declined') await deleteDecline(trx, post.id, requesterId)
    if (!wasDeclined && status === 'declined') await insertDecline(trx, post.id, requesterId)
    const stored = status === 'declined' ? 'pending' : status
    if (current.status !== stored) {
      await updateRequest(trx, post, { requesterId, status: stored })
      const trigger = { kind: 'spotted_confirmed', post: post.id } as const
      await jobs.add(trx, 'activity', {
        post: post.id,
        notify: status === 'confirmed' ? { recipientId: requesterId, actorId: viewerId, trigger } : undefined,
      })
    }
    return countConfirmed(trx, post.id)
  })
}
