import type { AppContext } from '#server/app-context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { lockUsers } from '#server/users/users.queries.ts'
import { deleteBookmark, hasRoomForBookmark, insertBookmark } from './bookmarks.queries.ts'
import type { PostMutation } from './posts.actions.ts'
import { findPost } from './posts.queries.ts'
import { postsText } from './posts.text.ts'

/**
 * Saves a post for the viewer. The post's row is not locked: nobody could tell from the time of another call that
 * somebody saves it. Throws a Refusal 404, or 409 (too many).
 */
export const bookmarkPost = ({ db }: Pick<AppContext, 'db'>, { viewerId, postId }: PostMutation): Promise<void> =>
  inTransaction(db, async (trx) => {
    const [viewer] = await lockUsers(trx, [viewerId])
    const post = await findPost(trx, viewerId, postId)
    if (!viewer || !post) throw notFound()
    if (!(await hasRoomForBookmark(trx, viewer, post.id))) throw new Refusal(409, postsText.tooManyBookmarks)
    await insertBookmark(trx, viewer.id, post.id)
  })

/** Removes a bookmark, also of a post that is no longer visible. Throws a Refusal 404 for any other such post. */
export async function unbookmarkPost(
  { db }: Pick<AppContext, 'db'>,
  { viewerId, postId }: PostMutation,
): Promise<void> {
  const removed = await deleteBookmark(db, viewerId, postId)
  if (!removed && !(await findPost(db, viewerId, postId))) throw notFound()
}
