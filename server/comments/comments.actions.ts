import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { JobQueue } from '#server/platform/jobs.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import {
  type AuthorizedPostMutation,
  type PostMutation,
  createPostMutationBatcher,
} from '#server/posts/posts.batches.ts'
import { lockPost } from '#server/posts/posts.queries.ts'
import {
  deleteComment as deleteRow,
  findVisibleComment,
  insertComments,
  lockComment,
  toggleLike,
} from './comments.queries.ts'
import { canDeleteComment } from './comments.rules.ts'
import { commentsText } from './comments.text.ts'

export type NewComment = PostMutation & { text: string }

/** Comments on a post. Throws a Refusal 404 when the post may not be seen. */
export const createAddComment = (
  db: Database,
  jobs: JobQueue,
): ((comment: NewComment) => Promise<{ id: number; comments_count: number }>) =>
  createPostMutationBatcher(db, async (trx, comments: AuthorizedPostMutation<NewComment>[]) => {
    const added = await insertComments(
      trx,
      comments.map(({ viewerId }) => viewerId),
      comments.map(({ postId }) => postId),
      comments.map(({ text }) => text),
    )
    await jobs.add(
      trx,
      'activity',
      ...comments.map(({ viewerId, postId, authorId }) => ({
        post: postId,
        notify: { recipientId: authorId, actorId: viewerId, trigger: { kind: 'comment' as const, post: postId } },
      })),
    )
    return added
  })

/** Throws a Refusal 404 or 403. */
export async function deleteComment(
  db: Database,
  jobs: JobQueue,
  viewerId: number,
  commentId: number,
): Promise<{ comments_count: number }> {
  return inTransaction(db, async (trx) => {
    const comment = await findVisibleComment(trx, viewerId, commentId)
    if (!comment) throw notFound()
    if (!canDeleteComment(viewerId, comment)) throw new Refusal(403, commentsText.notYours)
    if (!(await lockPost(trx, viewerId, comment.post_id))) throw notFound()
    const [counted] = await deleteRow(trx, comment.post_id, commentId)
    if (!counted) throw notFound()
    await jobs.add(trx, 'activity', { post: comment.post_id })
    return counted
  })
}

/** Likes a comment, or takes the like back. Throws a Refusal 404. */
export async function likeComment(
  db: Database,
  jobs: JobQueue,
  viewerId: number,
  commentId: number,
): Promise<{ user_liked: boolean; likes_count: number }> {
  return inTransaction(db, async (trx) => {
    const comment = await findVisibleComment(trx, viewerId, commentId)
    if (!comment) throw notFound()
    await lockComment(trx, commentId)
    const [state] = await toggleLike(trx, viewerId, commentId)
    if (!state) throw notFound()
    if (state.user_liked)
      await jobs.add(trx, 'activity', {
        notify: {
          recipientId: comment.author_id,
          actorId: viewerId,
          trigger: { kind: 'comment_like', comment: commentId },
        },
      })
    return state
  })
}
