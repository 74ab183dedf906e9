import type { Parsed } from '#contract/calls.ts'
import type { ModerationAction, Role } from '#contract/moderation.ts'
import type { AppContext } from '#server/app-context.ts'
import { lockAccount } from '#server/auth/auth.queries.ts'
import { deleteAccessTokensOf } from '#server/auth/access-tokens.queries.ts'
import { deleteSessionsOf } from '#server/auth/sessions.queries.ts'
import { deleteMessageForBoth, lockMessage } from '#server/chat/message-changes.queries.ts'
import { findClosingsForPartners, findOwnClosings } from '#server/chat/conversations.queries.ts'
import { deleteComment, findVisibleComment } from '#server/comments/comments.queries.ts'
import type { Database } from '#server/database/connect.ts'
import type { Locked } from '#server/database/locked.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { deleteEvent, findEvent } from '#server/events/events.queries.ts'
import { deletePictures } from '#server/media/media.queries.ts'
import { findAddedBy } from '#server/places/merging.queries.ts'
import { findPlace, recountPlaceFollows } from '#server/places/places.queries.ts'
import { announce } from '#server/platform/live/announce.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { deletePost, lockPost } from '#server/posts/posts.queries.ts'
import { deleteSpottedBetween, deleteSpottedOfPost, lockPostsBetween } from '#server/spotted/confirmations.queries.ts'
import { deleteStory, findStory } from '#server/stories/stories.queries.ts'
import { deleteFollow, findProfile, lockTwoUsers } from '#server/users/users.queries.ts'
import { insertBlock, isBlockable } from './blocks.queries.ts'
import { mergePlace, removePlace } from './merging.actions.ts'
import { insertLogEntry } from './moderation-log.queries.ts'
import { findModerationStatus, updateRole, updateSuspension } from './moderation.queries.ts'
import { type RefusedAction, refuseAdministration, refuseResolution, refuseRole } from './moderation.rules.ts'
import { moderationText } from './moderation.text.ts'
import {
  findMessageAddress,
  isKeptForReports,
  type LockedContent,
  lockReportedContent,
  type ReportedContent,
} from './reported-content.queries.ts'
import { closeReports, summarizeOpenReports, upsertReport } from './reports.queries.ts'

type ModerationContext = Pick<AppContext, 'db' | 'pictures' | 'jobs'>

/**
 * Hides two people from each other, and deletes the follows and Spotted requests between them. Only the viewer's own open
 * pages receive an event: those of the other, whom nobody tells, show the conversation until they load it. Throws a Refusal 400 (oneself) or 404.
 */
export function blockUser(db: Database, viewerId: number, blockedId: number): Promise<void> {
  if (blockedId === viewerId) throw new Refusal(400, moderationText.notYourself)
  return inTransaction(db, async (trx) => {
    // Posts before people: the same order as in Spotted requests and answers.
    await lockPostsBetween(trx, viewerId, blockedId)
    const locked = await lockTwoUsers(trx, viewerId, blockedId)
    if (!locked || !(await isBlockable(trx, viewerId, blockedId))) throw notFound()
    const conversations = await findOwnClosings(trx, viewerId, blockedId)
    await insertBlock(trx, viewerId, blockedId)
    const [viewer, blocked] = locked
    await deleteFollow(trx, viewer, blocked)
    await deleteFollow(trx, blocked, viewer)
    await deleteSpottedBetween(trx, viewer, blocked)
    await announce(trx, { conversations })
  })
}

/**
 * Find the owner of content; undefined if the viewer may not see it. A message is locked, because its deletion keeps
 * the content if it is reported; what was written before a block can still be reported.
 */
const findOwner: Record<
  Parsed<'report'>['target_type'],
  (db: Database, viewerId: number, id: number) => Promise<number | null | undefined>
> = {
  // Locked, so that an edit of the post comes before the report or keeps the text with it.
  post: async (db, viewerId, id) => (await lockPost(db, viewerId, id))?.author_id,
  comment: async (db, viewerId, id) => (await findVisibleComment(db, viewerId, id))?.author_id,
  story: async (db, viewerId, id) => (await findStory(db, viewerId, id))?.author_id,
  async message(db, viewerId, id) {
    const message = await lockMessage(db, viewerId, id)
    return message?.is_deleted ? undefined : message?.sender_id
  },
  async place(db, viewerId, id) {
    const place = await findPlace(db, viewerId, id)
    return place && ((await findAddedBy(db, id))?.added_by ?? null)
  },
  event: async (db, viewerId, id) => (await findEvent(db, viewerId, id))?.author_id,
  user: async (db, viewerId, id) => (await findProfile(db, viewerId, id))?.id,
}

/** Stores a report for the moderators. Throws a Refusal 400 (one's own) or 404. */
export function report(
  db: Database,
  viewerId: number,
  { target_type, target_id, reason, text }: Parsed<'report'>,
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const userId = await findOwner[target_type](trx, viewerId, target_id)
    if (userId === undefined) throw notFound()
    if (userId === viewerId) throw new Refusal(400, moderationText.notYours)
    const content = { type: target_type, id: target_id, userId: target_type === 'place' ? null : userId }
    await upsertReport(trx, viewerId, { content, reason, text })
  })
}

/**
 * Ends all sessions and access tokens of an account, with open pages, push subscriptions and cell, and hides its content. @returns false if it is suspended already.
 */
async function suspend(trx: Database, account: Locked<{ id: number }>): Promise<boolean> {
  const conversations = await findClosingsForPartners(trx, account.id)
  if (!(await recountPlaceFollows(trx, account, () => updateSuspension(trx, account, true)))) return false
  await deleteSessionsOf(trx, account.id)
  await deleteAccessTokensOf(trx, account.id)
  await announce(trx, { userIds: [account.id], conversations })
  return true
}

/** Delete content as its owner would, with its counters. @returns the ids of its pictures. */
const deleteContent: Record<
  Exclude<ReportedContent['type'], 'user'>,
  (trx: Database, content: LockedContent) => Promise<(number | null | undefined)[]>
> = {
  async post(trx, post) {
    await deleteSpottedOfPost(trx, post)
    return deletePost(trx, post.id)
  },
  async comment(trx, { id, post }) {
    if (post) await deleteComment(trx, post, id)
    return []
  },
  story: async (trx, { id }) => [(await deleteStory(trx, id))?.media_id],
  message: async (trx, message) => [(await deleteMessageForBoth(trx, message))?.media_id],
  async place(trx, { id }) {
    await removePlace(trx, id)
    return []
  },
  async event(trx, { id }) {
    await deleteEvent(trx, id)
    return []
  },
}

type ResolveInput = Pick<Parsed<'resolveReport'>, 'target_type' | 'target_id' | 'action' | 'note'> & {
  moderatorId: number
}

const nobody = { is_moderator: false, is_suspended: false }

function throwRefused(refused: RefusedAction | null): void {
  if (refused) throw new Refusal(refused.status, refused.sentence)
}

/** Locks the reported content, logs the decision and closes the open reports. @returns the id of the log entry. */
async function closeCase(trx: Database, { moderatorId, target_type, target_id, action, note }: ResolveInput) {
  const content = await lockReportedContent(trx, target_type, target_id)
  if (!content) throw new Refusal(409, moderationText.closedAlready)
  const owner = content.user_id === null ? undefined : await findModerationStatus(trx, content.user_id)
  if (!owner && target_type !== 'place') throw new Refusal(409, moderationText.closedAlready)
  const reported = { type: target_type, id: target_id, userId: target_type === 'place' ? null : content.user_id }
  const summary = await summarizeOpenReports(trx, reported)
  if (summary.reports_count === 0) throw new Refusal(409, moderationText.closedAlready)
  const refused = refuseResolution(
    moderatorId,
    { type: target_type, userId: content.user_id, ...(owner ?? nobody) },
    action,
  )
  throwRefused(refused)
  const logged = { ...reported, userId: content.user_id }
  const logId = await insertLogEntry(trx, moderatorId, { action, note, content: logged, ...summary })
  await closeReports(trx, reported, logId)
  return { content, logId }
}

async function suspendOwner(trx: Database, content: LockedContent): Promise<void> {
  const account = content.user_id === null ? undefined : await lockAccount(trx, content.user_id)
  if (!account || !(await suspend(trx, account))) throw new Refusal(409, moderationText.suspendedAlready)
}

/** Updates the open pages that show removed content, and notifies its owner. */
async function announceRemoval(
  trx: Database,
  jobs: AppContext['jobs'],
  { type, content, logId }: { type: ReportedContent['type']; content: LockedContent; logId: number },
): Promise<void> {
  const message = type === 'message' ? await findMessageAddress(trx, content.id) : undefined
  if (message) await jobs.add(trx, 'message', { ...message, isDeleted: true })
  if (content.user_id === null) return
  await jobs.add(trx, 'activity', {
    ...(type === 'comment' && content.post && { post: content.post.id }),
    notify: { recipientId: content.user_id, trigger: { kind: 'removed', moderation: logId } },
  })
}

/**
 * Closes the open reports of content and carries the decision out. Content that was kept only for the moderators is
 * deleted with any decision. Throws a Refusal 400, 403 or 409 (another moderator was first, or the content is deleted).
 */
export async function resolveReport({ db, pictures, jobs }: ModerationContext, input: ResolveInput): Promise<void> {
  const { target_type: type, target_id: id, action } = input
  const names = await inTransaction(db, async (trx) => {
    const { content, logId } = await closeCase(trx, input)
    if (action === 'suspend') await suspendOwner(trx, content)
    const isDeleted = action === 'remove' || (await isKeptForReports(trx, type, id))
    if (!isDeleted || type === 'user') return []
    const mediaIds = await deleteContent[type](trx, content)
    if (action === 'remove') await announceRemoval(trx, jobs, { type, content, logId })
    return deletePictures(
      trx,
      mediaIds.filter((mediaId) => typeof mediaId === 'number'),
    )
  })
  // After the commit: a rolled back removal keeps its pictures, and the sweep deletes the files that a crash leaves.
  await pictures.remove(names)
}

/**
 * Makes a place part of another, closes its reports and logs it. Throws a Refusal 400 (the same place), 403 (a town) or
 * 404.
 */
export function mergePlaces(
  db: Database,
  { moderatorId, placeId, intoId }: { moderatorId: number; placeId: number; intoId: number },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const content = await mergePlace(trx, placeId, intoId)
    await insertLogEntry(trx, moderatorId, {
      action: 'merge',
      note: moderationText.merged(content),
      content: { type: 'place', id: placeId, userId: null },
    })
  })
}

const userAsContent = (userId: number): ReportedContent => ({ type: 'user', id: userId, userId })

/** The actor: null for the operator, who has no account and may do everything. */
type ActorId = number | null

/** Locks an account for an administrator or the operator. @returns undefined if there is none. Throws a Refusal 403. */
async function lockAdministered(trx: Database, actorId: ActorId, userId: number) {
  const account = await lockAccount(trx, userId)
  const status = account && (await findModerationStatus(trx, userId))
  if (!status) return undefined
  throwRefused(refuseAdministration({ actorId, userId, role: status.role }))
  return { account, status }
}

/**
 * Suspends an account without a report. @returns false if it is suspended already, or does not exist. Throws a Refusal
 * 403: their own account, or an administrator's, is for the operator.
 */
export function suspendAccount(
  db: Database,
  { actorId, userId, note }: { actorId: ActorId; userId: number; note: string },
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const administered = await lockAdministered(trx, actorId, userId)
    if (!administered || !(await suspend(trx, administered.account))) return false
    await insertLogEntry(trx, actorId, { action: 'suspend', note, content: userAsContent(userId) })
    return true
  })
}

/**
 * Lifts a suspension: account and content are as they were before. @returns false if the account is not suspended, or
 * does not exist. Throws a Refusal 403 (a moderator's account: only administrators and the operator may).
 */
export function liftSuspension(
  db: Database,
  { actorId, userId, note }: { actorId: ActorId; userId: number; note: string },
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const administered = await lockAdministered(trx, actorId, userId)
    if (!administered) return false
    const actor = actorId === null ? undefined : await findModerationStatus(trx, actorId)
    if (actor?.role === 'moderator' && administered.status.is_moderator)
      throw new Refusal(403, moderationText.moderatorsCase)
    if (
      !(await recountPlaceFollows(trx, administered.account, () => updateSuspension(trx, administered.account, false)))
    )
      return false
    await insertLogEntry(trx, actorId, { action: 'lift', note, content: userAsContent(userId) })
    return true
  })
}

/** The name of a change of role in the log. */
function roleAction(before: Role, after: Role): ModerationAction {
  if (after === 'administrator') return 'grant_administrator'
  if (before === 'administrator') return 'revoke_administrator'
  return after === 'moderator' ? 'grant' : 'revoke'
}

/**
 * Gives a user a role. @returns false if they have it already, or do not exist. Throws a Refusal 403: only the operator
 * appoints and dismisses administrators.
 */
export function changeRole(
  db: Database,
  { actorId, userId, role }: { actorId: ActorId; userId: number; role: Role },
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    throwRefused(refuseRole(actorId, role))
    const administered = await lockAdministered(trx, actorId, userId)
    if (!administered || administered.status.role === role) return false
    await updateRole(trx, administered.account, role)
    const action = roleAction(administered.status.role, role)
    await insertLogEntry(trx, actorId, { action, note: '', content: userAsContent(userId) })
    return true
  })
}
