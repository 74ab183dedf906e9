import { findConversationUpdatesForPartners } from '#server/chat/conversations.queries.ts'
import { deleteCommentsByUser } from '#server/comments/comments.queries.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { PictureStore } from '#server/media/media.rules.ts'
import { deletePlaceFollowsOf } from '#server/places/places.queries.ts'
import type { JobQueue } from '#server/platform/jobs.ts'
import { announce } from '#server/platform/live/announce.ts'
import { deleteLikesByUser } from '#server/posts/likes.queries.ts'
import { deleteSpottedByUser } from '#server/spotted/confirmations.queries.ts'
import { deleteStoryLikesByUser } from '#server/stories/story-likes.queries.ts'
import { deleteFollowsOf } from '#server/users/users.queries.ts'
import { deleteAccount as deleteRow, lockTouchedBy } from './auth.queries.ts'
import { confirmPassword, lockConfirmed } from './passwords.actions.ts'

const deletions = [
  deleteLikesByUser,
  deleteCommentsByUser,
  deleteStoryLikesByUser,
  deleteSpottedByUser,
  deleteFollowsOf,
  deletePlaceFollowsOf,
]

/** Deletes an account, all that hangs on it, and its pictures, and counts it out everywhere else. Throws a Refusal 403 (password). */
export async function deleteAccount(
  { db, pictures, jobs }: { db: Database; pictures: PictureStore; jobs: JobQueue },
  userId: number,
  password: string,
): Promise<void> {
  const confirmed = await confirmPassword(db, userId, password)
  const names = await inTransaction(db, async (trx) => {
    await lockTouchedBy(trx, userId)
    const { email } = await lockConfirmed(trx, confirmed)
    for (const deleteOf of deletions) await deleteOf(trx, userId)
    // What waits to be sent names them as well.
    await jobs.drop(trx, 'mail', { to: email })
    await jobs.drop(trx, 'passwordReset', { email })
    await jobs.drop(trx, 'emailChange', { user: userId })
    await jobs.drop(trx, 'push', { user: userId })
    for (const side of ['from', 'to'] as const) await jobs.drop(trx, 'message', { [side]: userId })
    for (const side of ['user', 'from'] as const) await jobs.drop(trx, 'pushMessage', { [side]: userId })
    await announce(trx, { userIds: [userId], conversations: await findConversationUpdatesForPartners(trx, userId) })
    return deleteRow(trx, userId)
  })
  // After the commit: what a crash leaves here, the sweep takes.
  for (const name of names) await pictures.remove(name)
}
