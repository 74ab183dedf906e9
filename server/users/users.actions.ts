import type { FollowStatus } from '#contract/listed-user.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { deletePicture, insertPicture } from '#server/media/media.queries.ts'
import type { NewPicture } from '#server/media/media.rules.ts'
import type { NotificationTrigger } from '#server/platform/job-payloads.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { deleteFollow, findProfile, lockUsers, type ProfileRow, updateProfile, upsertFollow } from './users.queries.ts'
import { nextFollowStatus } from './users.rules.ts'
import { usersText } from './users.text.ts'

export type FollowState = { follow_status: FollowStatus | null; followers_count: number; is_private: boolean }

/** Locks the viewer and another user. Throws a Refusal 400 (oneself) or 404 (missing, or a block). */
async function lockPair(trx: Database, viewerId: number, otherId: number): Promise<ProfileRow> {
  if (otherId === viewerId) throw new Refusal(400, usersText.notYourself)
  await lockUsers(trx, [viewerId, otherId])
  const other = await findProfile(trx, viewerId, otherId)
  if (!other) throw notFound()
  return other
}

/** Follows a user, or sends a follow request to a private account. Throws a Refusal 400 or 404. */
export function requestFollow(
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  viewerId: number,
  followedId: number,
): Promise<FollowState> {
  return inTransaction(db, async (trx) => {
    const followed = await lockPair(trx, viewerId, followedId)
    const follow_status = nextFollowStatus(followed)
    const updated = await upsertFollow.first(trx, viewerId, followedId, follow_status)
    const trigger: NotificationTrigger =
      follow_status === 'accepted' ? { kind: 'follow' } : { kind: 'follow_request', actor: viewerId }
    if (follow_status !== followed.follow_status)
      await jobs.add(trx, 'activity', { notify: { recipientId: followedId, actorId: viewerId, trigger } })
    return {
      follow_status,
      followers_count: updated?.followers_count ?? followed.followers_count,
      is_private: followed.is_private,
    }
  })
}

/** Ends a follow or withdraws a request. Throws a Refusal 400 or 404. @returns also the status before. */
export function unfollow(
  { db }: Pick<AppContext, 'db'>,
  viewerId: number,
  followedId: number,
): Promise<FollowState & { before: FollowStatus | null }> {
  return inTransaction(db, async (trx) => {
    const followed = await lockPair(trx, viewerId, followedId)
    const removed = await deleteFollow.first(trx, viewerId, followedId)
    const { followers_count, status } = removed ?? { ...followed, status: null }
    return { follow_status: null, followers_count, is_private: followed.is_private, before: status }
  })
}

/** Accepts or declines a follow request. Throws a Refusal 404 when there is none. */
export function respondFollowRequest(
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  viewerId: number,
  { requesterId, accept }: { requesterId: number; accept: boolean },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    await lockPair(trx, viewerId, requesterId)
    const viewer = await findProfile(trx, requesterId, viewerId)
    if (viewer?.follow_status !== 'pending') throw new Refusal(404, usersText.noSuchRequest)
    if (!accept) return void (await deleteFollow(trx, requesterId, viewerId))
    await upsertFollow(trx, requesterId, viewerId, 'accepted')
    await jobs.add(trx, 'activity', {
      notify: { recipientId: requesterId, trigger: { kind: 'follow_accepted', actor: viewerId } },
    })
  })
}

/** `bio` undefined leaves the bio unchanged. */
export type ProfileChange = { bio: string | undefined; image: string | null; removePicture: boolean }

/**
 * Changes bio and picture. The new picture's files are written before its row; the old one's are deleted after the
 * commit. Throws a Refusal 413 or 415 (picture).
 */
export async function changeProfile(
  { db, pictures }: Pick<AppContext, 'db' | 'pictures'>,
  userId: number,
  { image, ...change }: ProfileChange,
): Promise<void> {
  const saved = image ? await pictures.save(image) : null
  const old = await pictures.claim(saved, () => inTransaction(db, (trx) => replaceProfile(trx, userId, saved, change)))
  if (old) await pictures.remove(old.name)
}

async function replaceProfile(
  trx: Database,
  userId: number,
  saved: NewPicture | null,
  { bio, removePicture }: Omit<ProfileChange, 'image'>,
) {
  const inserted = saved && (await insertPicture(trx, saved))
  const pictureId = inserted ?? (removePicture ? null : undefined)
  const before = await updateProfile(trx, userId, { bio, pictureId })
  return pictureId !== undefined && before !== null ? deletePicture(trx, before) : undefined
}
