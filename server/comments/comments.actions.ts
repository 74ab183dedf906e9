import type { AppContext } from '#server/app-context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { type AuthorizedMutation, createPostMutationBatcher, type PostMutation } from '#server/posts/posts.batches.ts'
import { lockPost } from '#server/posts/posts.queries.ts'
import {
  deleteComment as deleteCommentRow,
  findVisibleComment,
  insertComments,
  type InsertedComment,
  lockComment,
  toggleLike,
} from './comments.queries.ts'
import { canDeleteComment } from './comments.rules.ts'
import { commentsText } from './comments.text.ts'

type CommentsContext = Pick<AppContext, 'db' | 'jobs'>
type OneComment = { viewerId: number; commentId: number }

export type NewComment = PostMutation & { text: string }

/** Creates `addComment`, which comments on a post. It throws a Refusal 404 if the viewer may not see the post. */
export const createAddComment = ({ db, jobs }: CommentsContext): ((comment: NewComment) => Promise<InsertedComment>) =>
  createPostMutationBatcher(db, async (trx, comments: AuthorizedMutation<NewComment>[]) => {
    const inserted = await insertComments(
      trx,
      comments.map(({ viewerId, post, text }) => ({ authorId: viewerId, post, text })),
    )
    const activities = comments.map(({ viewerId, post }) => ({
      post: post.id,
      notify: {
        recipientId: post.author_id,
        actorId: viewerId,
        trigger: { kind: 'comment' as const, post: post.id },
      },
    }))
    await jobs.add(trx, 'activity', ...activities)
    return inserted
  })

/** Deletes a comment. Throws a Refusal 404 or 403. */
export function deleteComment(
  { db, jobs }: CommentsContext,
  { viewerId, commentId }: OneComment,
): Promise<{ comments_count: number }> {
  return inTransaction(db, async (trx) => {
    const comment = await findVisibleComment(trx, viewerId, commentId)
    if (!comment) throw notFound()
    if (!canDeleteComment(viewerId, comment)) throw new Refusal(403, commentsText.notYours)
    const post = await lockPost(trx, viewerId, comment.post_id)
    if (!post) throw notFound()
    const counters = await deleteCommentRow(trx, post, commentId)
    if (!counters) throw notFound()
    await jobs.add(trx, 'activity', { post: comment.post_id })
    return counters
  })
}

/** Likes a comment, or removes the like. Throws a Refusal 404. */
export function likeComment(
  { db, jobs }: CommentsContext,
  { viewerId, commentId }: OneComment,
): Promise<{ user_liked: boolean; likes_count: number }> {
  return inTransaction(db, async (trx) => {
    const comment = await findVisibleComment(trx, viewerId, commentId)
    const locked = comment && (await lockComment(trx, commentId))
    const state = locked && (await toggleLike(trx, viewerId, locked))
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
