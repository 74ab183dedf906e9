import type { AppContext } from '#server/app-context.ts'
import { findClosingsForPartners } from '#server/chat/conversations.queries.ts'
import { deleteCommentsByUser } from '#server/comments/comments.queries.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { deletePlaceFollowsOf } from '#server/places/places.queries.ts'
import { announce } from '#server/platform/live/announce.ts'
import { deleteLikesByUser } from '#server/posts/likes.queries.ts'
import { deleteSpottedByUser } from '#server/spotted/confirmations.queries.ts'
import { deleteStoryLikesByUser } from '#server/stories/story-likes.queries.ts'
import { deleteFollowsOf } from '#server/users/users.queries.ts'
import { deleteAccount as deleteRow, lockRowsOfAccount } from './auth.queries.ts'
import { confirmPassword, lockConfirmed } from './passwords.actions.ts'

const deletions = [
  deleteLikesByUser,
  deleteCommentsByUser,
  deleteStoryLikesByUser,
  deleteSpottedByUser,
  deleteFollowsOf,
  deletePlaceFollowsOf,
]

/**
 * Deletes an account, everything that belongs to it and its pictures, and updates all counters. Throws a Refusal 403
 * (password).
 */
export async function deleteAccount(
  { db, pictures, jobs }: Pick<AppContext, 'db' | 'pictures' | 'jobs'>,
  userId: number,
  password: string,
): Promise<void> {
  const confirmed = await confirmPassword(db, userId, password)
  const names = await inTransaction(db, async (trx) => {
    await lockRowsOfAccount(trx, userId)
    const account = await lockConfirmed(trx, confirmed)
    for (const deleteOf of deletions) await deleteOf(trx, userId)
    // Pending jobs name the account too.
    await jobs.drop(trx, 'mail', { to: account.email })
    await jobs.drop(trx, 'passwordReset', { email: account.email })
    for (const name of ['emailChange', 'emailConfirmation'] as const) await jobs.drop(trx, name, { user: userId })
    await jobs.drop(trx, 'push', { user: userId })
    for (const side of ['from', 'to'] as const) await jobs.drop(trx, 'message', { [side]: userId })
    for (const side of ['user', 'from'] as const) await jobs.drop(trx, 'pushMessage', { [side]: userId })
    await announce(trx, { userIds: [userId], conversations: await findClosingsForPartners(trx, userId) })
    return deleteRow(trx, account)
  })
  // After the commit. The sweep deletes files that a crash leaves behind.
  await pictures.remove(names)
}
