import type { FollowStatus } from '#contract/listed-user.ts'
import type { AppContext } from '#server/app-context.ts'
import { isReserved } from '#server/auth/usernames.rules.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { deletePicture, insertPicture } from '#server/media/media.queries.ts'
import type { NewPicture } from '#server/media/media.rules.ts'
import { searchName } from '#server/places/places.rules.ts'
import type { NotificationTrigger } from '#server/platform/job-payloads.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { deleteFollow, findProfile, lockTwoUsers, updateProfile, upsertFollow } from './users.queries.ts'
import { nextFollowStatus } from './users.rules.ts'
import { usersText } from './users.text.ts'

export type FollowState = { follow_status: FollowStatus | null; followers_count: number; is_private: boolean }

/** Locks the viewer and another user. Throws a Refusal 400 (oneself) or 404 (missing, or a block). */
async function lockPair(trx: Database, viewerId: number, otherId: number) {
  if (otherId === viewerId) throw new Refusal(400, usersText.notYourself)
  const locked = await lockTwoUsers(trx, viewerId, otherId)
  const profile = await findProfile(trx, viewerId, otherId)
  if (!locked || !profile) throw notFound()
  const [viewer, other] = locked
  return { viewer, other, profile }
}

/** Follows a user, or sends a follow request to a private account. Throws a Refusal 400 or 404. */
export function requestFollow(
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  viewerId: number,
  followedId: number,
): Promise<FollowState> {
  return inTransaction(db, async (trx) => {
    const { viewer, other, profile } = await lockPair(trx, viewerId, followedId)
    const follow_status = nextFollowStatus(profile)
    const updated = await upsertFollow(trx, viewer, other, follow_status)
    const trigger: NotificationTrigger =
      follow_status === 'accepted' ? { kind: 'follow' } : { kind: 'follow_request', actor: viewerId }
    if (follow_status !== profile.follow_status)
      await jobs.add(trx, 'activity', { notify: { recipientId: followedId, actorId: viewerId, trigger } })
    return {
      follow_status,
      followers_count: updated?.followers_count ?? profile.followers_count,
      is_private: profile.is_private,
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
    const { viewer, other, profile } = await lockPair(trx, viewerId, followedId)
    const removed = await deleteFollow(trx, viewer, other)
    const { followers_count, status } = removed ?? { ...profile, status: null }
    return { follow_status: null, followers_count, is_private: profile.is_private, before: status }
  })
}

/** Accepts or declines a follow request. Throws a Refusal 404 when there is none. */
export function respondFollowRequest(
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  viewerId: number,
  { requesterId, accept }: { requesterId: number; accept: boolean },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const { viewer, other: requester } = await lockPair(trx, viewerId, requesterId)
    const profile = await findProfile(trx, requesterId, viewerId)
    if (profile?.follow_status !== 'pending') throw new Refusal(404, usersText.noSuchRequest)
    if (!accept) return void (await deleteFollow(trx, requester, viewer))
    await upsertFollow(trx, requester, viewer, 'accepted')
    await jobs.add(trx, 'activity', {
      notify: { recipientId: requesterId, trigger: { kind: 'follow_accepted', actor: viewerId } },
    })
  })
}

/** Undefined leaves display name and bio unchanged; an empty name removes it. `signal`: aborted when the client leaves. */
export type ProfileChange = {
  displayName: string | undefined
  bio: string | undefined
  image: string | null
  removePicture: boolean
  signal: AbortSignal
}

/**
 * Changes display name, bio and picture. The new picture's files are written before its row; the old one's are deleted
 * after the commit. Throws a Refusal 400 (a name that would pass for who runs the server), 413 or 415 (picture), or 429
 * (too much today).
 */
export async function changeProfile(
  { db, pictures, quotas }: Pick<AppContext, 'db' | 'pictures' | 'quotas'>,
  userId: number,
  { image, signal, ...change }: ProfileChange,
): Promise<void> {
  if (change.displayName && isReserved(searchName(change.displayName).replaceAll(' ', '_')))
    throw new Refusal(400, usersText.reservedName)
  if (image !== null) await quotas.refuseExhausted(db, userId, { isPost: false, hasPicture: true })
  const saved = image === null ? null : await pictures.save({ dataUrl: image, accountId: userId, signal })
  const old = await pictures.claim(saved, () =>
    inTransaction(db, async (trx) => {
      const replaced = await replaceProfile(trx, userId, saved, change)
      await quotas.count(trx, userId, { posts: 0, picture: saved })
      return replaced
    }),
  )
  if (old) await pictures.remove([old.name])
}

async function replaceProfile(
  trx: Database,
  userId: number,
  saved: NewPicture | null,
  { displayName, bio, removePicture }: Pick<ProfileChange, 'displayName' | 'bio' | 'removePicture'>,
) {
  const inserted = saved && (await insertPicture(trx, saved))
  const pictureId = inserted ?? (removePicture ? null : undefined)
  const before = await updateProfile(trx, userId, { displayName, bio, pictureId })
  return pictureId !== undefined && before !== null ? deletePicture(trx, before) : undefined
}
