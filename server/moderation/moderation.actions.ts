import type { Parsed } from '#contract/calls.ts'
import { deleteSessionsOf } from '#server/auth/sessions.queries.ts'
import { deleteMessageForBoth, lockMessage } from '#server/chat/messages.queries.ts'
import { findConversationUpdatesForPartners } from '#server/chat/conversations.queries.ts'
import { deleteComment, findVisibleComment } from '#server/comments/comments.queries.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { deletePicture } from '#server/media/media.queries.ts'
import type { PictureStore } from '#server/media/media.rules.ts'
import type { JobQueue } from '#server/platform/jobs.ts'
import { announce, conversationUpdatesFor } from '#server/platform/live/announce.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { deletePost, findPost } from '#server/posts/posts.queries.ts'
import { deleteCell } from '#server/settings/settings.queries.ts'
import { deleteSpottedBetween, deleteSpottedOfPost, lockPostsBetween } from '#server/spotted/confirmations.queries.ts'
import { deleteStory, findStory } from '#server/stories/stories.queries.ts'
import { deleteFollow, findProfile, lockUsers } from '#server/users/users.queries.ts'
import {
  closeReports,
  deleteModerator,
  deletePushSubscriptionsOf,
  findMessageBetween,
  findStanding,
  findSummary,
  insertBlock,
  insertModerator,
  insertStep,
  isBlockable,
  isKeptForReports,
  lockThing,
  type ReportTarget,
  updateSuspension,
  upsertReport,
} from './moderation.queries.ts'
import { refuseResolution } from './moderation.rules.ts'
import { moderationText } from './moderation.text.ts'

/**
 * Hides two people from each other and ends what there is between them: follows, and who recognised themselves in a
 * post of the other. Throws a Refusal 400 (oneself) or 404.
 */
export function blockUser(db: Database, viewerId: number, blockedId: number): Promise<void> {
  if (blockedId === viewerId) throw new Refusal(400, moderationText.notYourself)
  return inTransaction(db, async (trx) => {
    // Posts before people, as a request and its answer hold them.
    await lockPostsBetween(trx, viewerId, blockedId)
    await lockUsers(trx, [viewerId, blockedId])
    if (!(await isBlockable(trx, viewerId, blockedId))) throw notFound()
    await insertBlock(trx, viewerId, blockedId)
    await deleteFollow(trx, viewerId, blockedId)
    await deleteFollow(trx, blockedId, viewerId)
    await deleteSpottedBetween(trx, viewerId, blockedId)
    await announce(trx, { conversations: conversationUpdatesFor(viewerId, blockedId) })
  })
}

/**
 * Whose the thing is; undefined when the viewer may not see it. A message is held against its deletion, which asks
 * whether it is reported; a block does not hide what was written before it.
 */
const ownerOf: Record<
  Parsed<'report'>['target_type'],
  (db: Database, viewerId: number, id: number) => Promise<number | undefined>
> = {
  post: async (db, viewerId, id) => (await findPost(db, viewerId, id))?.author_id,
  comment: async (db, viewerId, id) => (await findVisibleComment(db, viewerId, id))?.author_id,
  story: async (db, viewerId, id) => (await findStory(db, viewerId, id))?.author_id,
  async message(db, viewerId, id) {
    const message = await lockMessage(db, viewerId, id)
    return message?.is_deleted ? undefined : message?.sender_id
  },
  user: async (db, viewerId, id) => (await findProfile(db, viewerId, id))?.id,
}

/** Stores a report for the moderators. Throws a Refusal 400 (one's own) or 404. */
export function report(
  db: Database,
  viewerId: number,
  { target_type, target_id, reason, text }: Parsed<'report'>,
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const userId = await ownerOf[target_type](trx, viewerId, target_id)
    if (userId === undefined) throw notFound()
    if (userId === viewerId) throw new Refusal(400, moderationText.notYours)
    await upsertReport(trx, viewerId, { type: target_type, id: target_id, userId }, reason, text)
  })
}

/**
 * Ends every session and open page of somebody, at every server, and hides all that is theirs; to be called with the
 * account locked. @returns false when it was suspended already.
 */
async function suspend(trx: Database, userId: number): Promise<boolean> {
  if (!(await updateSuspension(trx, userId, true))) return false
  for (const deleteOf of [deleteSessionsOf, deletePushSubscriptionsOf, deleteCell]) await deleteOf(trx, userId)
  await announce(trx, { userIds: [userId], conversations: await findConversationUpdatesForPartners(trx, userId) })
  return true
}

/** Deletes what was reported as its owner would, with its counters. @returns the id of its picture. */
const removeThing: Record<
  Exclude<ReportTarget['type'], 'user'>,
  (trx: Database, id: number, postId: number) => Promise<number | null | undefined>
> = {
  async post(trx, id) {
    await deleteSpottedOfPost(trx, id)
    return (await deletePost(trx, id))?.media_id
  },
  async comment(trx, id, postId) {
    await deleteComment(trx, postId, id)
    return null
  },
  story: async (trx, id) => (await deleteStory(trx, id))?.media_id,
  message: async (trx, id) => (await deleteMessageForBoth(trx, id))?.media_id,
}

/** Who looks at what goes sees it go. */
async function movedBy(
  trx: Database,
  { type, id }: ReportTarget,
  postId: number | null,
  jobs: JobQueue,
): Promise<{ post?: number }> {
  const message = type === 'message' ? await findMessageBetween(trx, id) : undefined
  if (message) await jobs.add(trx, 'message', { ...message, isDeleted: true })
  return type === 'comment' && postId !== null ? { post: postId } : {}
}

type Closing = Pick<Parsed<'resolveReport'>, 'target_type' | 'target_id' | 'action' | 'note'>

/**
 * Closes the open reports of a thing, and does what was decided. What was kept only for this goes with it.
 * Throws a Refusal 400, 403 or 409 (somebody else was first, or it is gone).
 */
export async function resolveReport(
  db: Database,
  pictures: PictureStore,
  jobs: JobQueue,
  moderatorId: number,
  { target_type, target_id, action, note }: Closing,
): Promise<void> {
  const picture = await inTransaction(db, async (trx) => {
    const thing = await lockThing(trx, target_type, target_id)
    const standing = thing && (await findStanding(trx, thing.user_id))
    if (!standing) throw new Refusal(409, moderationText.closedAlready)
    const target = { type: target_type, id: target_id, userId: thing.user_id }
    const summary = await findSummary(trx, target)
    if (summary.reports_count === 0) throw new Refusal(409, moderationText.closedAlready)
    const no = refuseResolution(moderatorId, { ...target, ...standing }, action)
    if (no) throw new Refusal(no.status, no.sentence)

    const step = await insertStep(trx, moderatorId, { action, note, target, ...summary })
    await closeReports(trx, target, step)
    if (action === 'suspend') {
      await lockThing(trx, 'user', target.userId)
      if (!(await suspend(trx, target.userId))) throw new Refusal(409, moderationText.suspendedAlready)
    }
    const goes = action === 'remove' || (await isKeptForReports(trx, target_type, target_id))
    if (!goes || target_type === 'user') return undefined
    const mediaId = await removeThing[target_type](trx, target_id, thing.post_id ?? 0)
    if (action === 'remove') {
      const moved = await movedBy(trx, target, thing.post_id, jobs)
      await jobs.add(trx, 'activity', {
        ...moved,
        notify: { recipientId: target.userId, trigger: { kind: 'removed', moderation: step } },
      })
    }
    return mediaId ? deletePicture(trx, mediaId) : undefined
  })
  // After the commit: a rolled back removal keeps its picture, and the sweep takes what a crash leaves here.
  if (picture) await pictures.remove(picture.name)
}

/** Null: the operator. */
type Concerning = { moderatorId: number | null; userId: number; note: string }
const personOf = (userId: number) => ({ type: 'user', id: userId, userId }) as const

/** For the operator, who needs no report. @returns false when the account was suspended already. */
export function suspendAccount(db: Database, userId: number, note: string): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    await lockThing(trx, 'user', userId)
    if (!(await suspend(trx, userId))) return false
    await insertStep(trx, null, { action: 'suspend', note, target: personOf(userId) })
    return true
  })
}

/**
 * Everything is as it was before. @returns false when the account is not suspended, or not there. Throws a Refusal 403
 * (a moderator's, by another).
 */
export function liftSuspension(db: Database, { moderatorId, userId, note }: Concerning): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    await lockThing(trx, 'user', userId)
    const standing = await findStanding(trx, userId)
    if (moderatorId !== null && standing?.is_moderator) throw new Refusal(403, moderationText.moderatorsCase)
    if (!(await updateSuspension(trx, userId, false))) return false
    await insertStep(trx, moderatorId, { action: 'lift', note, target: personOf(userId) })
    return true
  })
}

/** Makes somebody a moderator, or no longer. @returns false when that is so already. */
export function changeModerator(db: Database, userId: number, grant: boolean): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    await lockThing(trx, 'user', userId)
    const standing = await findStanding(trx, userId)
    if (!standing || standing.is_moderator === grant) return false
    await (grant ? insertModerator : deleteModerator)(trx, userId)
    await insertStep(trx, null, { action: grant ? 'grant' : 'revoke', note: '', target: personOf(userId) })
    return true
  })
}
