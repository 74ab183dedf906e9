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
import type { Database } from '#server/database/connect.ts'
import type { Locked } from '#server/database/locked.ts'
import { type Account, deleteAccount as deleteRow, lockRowsOfAccount } from './auth.queries.ts'
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
 * Deletes an account, everything that belongs to it and its pending jobs, and updates all counters. `lockRowsOfAccount`
 * comes before the lock of the account. @returns the names of its pictures, to be removed after the commit.
 */
export async function removeAccount(
  { trx, jobs }: { trx: Database; jobs: AppContext['jobs'] },
  account: Locked<Account>,
): Promise<string[]> {
  const { id, email } = account
  for (const deleteOf of deletions) await deleteOf(trx, id)
  // Pending jobs name the account too.
  await jobs.drop(trx, 'mail', { to: email })
  await jobs.drop(trx, 'passwordReset', { email: email.toLowerCase() })
  for (const name of ['emailChange', 'emailConfirmation'] as const) await jobs.drop(trx, name, { user: id })
  await jobs.drop(trx, 'push', { user: id })
  for (const side of ['from', 'to'] as const) await jobs.drop(trx, 'message', { [side]: id })
  for (const side of ['user', 'from'] as const) await jobs.drop(trx, 'pushMessage', { [side]: id })
  await announce(trx, { userIds: [id], conversations: await findClosingsForPartners(trx, id) })
  return deleteRow(trx, account)
}

/** Deletes an account with its pictures for its owner. Throws a Refusal 403 (password). */
export async function deleteAccount(
  { db, pictures, jobs }: Pick<AppContext, 'db' | 'pictures' | 'jobs'>,
  userId: number,
  password: string,
): Promise<void> {
  const confirmed = await confirmPassword(db, userId, password)
  const names = await inTransaction(db, async (trx) => {
    await lockRowsOfAccount(trx, userId)
    return removeAccount({ trx, jobs }, await lockConfirmed(trx, confirmed))
  })
  // After the commit. The sweep deletes files that a crash leaves behind.
  await pictures.remove(names)
}
