import { mentionsOf } from '#contract/text-parts.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { insertCommentMentions } from '#server/posts/mentions.queries.ts'
import { lockPost, type LockedPost } from '#server/posts/posts.queries.ts'
import {
  deleteComment as deleteCommentRow,
  findVisibleComment,
  hasRoomForReply,
  insertComment,
  type InsertedComment,
  lockComment,
  type ParentComment,
  toggleLike,
} from './comments.queries.ts'
import { canBeAnswered, canDeleteComment } from './comments.rules.ts'
import { commentsText } from './comments.text.ts'

type CommentsContext = Pick<AppContext, 'db' | 'jobs'>
type OneComment = { viewerId: number; commentId: number }

export type NewComment = { viewerId: number; postId: number; text: string; replyTo: number | null }

type CommentPlace = { post: LockedPost; parent: ParentComment | null }

/** Locks the comment that a reply answers. Throws a Refusal 404 or 400. */
async function lockParent(trx: Database, viewerId: number, post: LockedPost, replyTo: number): Promise<ParentComment> {
  const answered = await findVisibleComment(trx, viewerId, replyTo)
  if (answered?.post_id !== post.id) throw notFound()
  if (!canBeAnswered(answered)) throw new Refusal(400, commentsText.oneLevel)
  const parent = await lockComment(trx, replyTo)
  if (!parent) throw notFound()
  if (!(await hasRoomForReply(trx, parent))) throw new Refusal(400, commentsText.repliesFull)
  return parent
}

/** Returns the notifications of the author of the post, and of the comment that a reply answers. */
function activitiesOf(actorId: number, { post, parent }: CommentPlace) {
  const aboutPost = { actorId, recipientId: post.author_id, trigger: { kind: 'comment' as const, post: post.id } }
  if (!parent) return [{ post: post.id, notify: aboutPost }]
  const trigger = { kind: 'comment_reply' as const, comment: parent.id }
  const aboutReply = { notify: { actorId, recipientId: parent.author_id, trigger } }
  // A person who wrote both the post and the comment is notified once, of the reply.
  return [{ post: post.id, notify: parent.author_id === post.author_id ? undefined : aboutPost }, aboutReply]
}

/** Stores the mentions of a comment. @returns notifications of those who are not notified of the comment itself. */
async function mentionActivities(
  trx: Database,
  { viewerId: actorId, text }: NewComment,
  { post, parent }: CommentPlace,
  commentId: number,
) {
  const usernames = mentionsOf(text)
  if (usernames.length === 0) return []
  const notifiedAnyway = [post.author_id, ...(parent ? [parent.author_id] : [])]
  const recipientIds = await insertCommentMentions(trx, commentId, usernames, notifiedAnyway)
  const trigger = { kind: 'comment_mention' as const, post: post.id }
  return recipientIds.map((recipientId) => ({ notify: { recipientId, actorId, trigger } }))
}

/** Comments on a post, or replies to a comment. Throws a Refusal 404 or 400. */
export function addComment({ db, jobs }: CommentsContext, comment: NewComment): Promise<InsertedComment> {
  const { viewerId, postId, text, replyTo } = comment
  return inTransaction(db, async (trx) => {
    const post = await lockPost(trx, viewerId, postId)
    if (!post) throw notFound()
    const parent = replyTo === null ? null : await lockParent(trx, viewerId, post, replyTo)
    const inserted = await insertComment(trx, { authorId: viewerId, post, text, replyTo: parent })
    if (!inserted) throw notFound()
    const mentions = await mentionActivities(trx, comment, { post, parent }, inserted.id)
    await jobs.add(trx, 'activity', ...activitiesOf(viewerId, { post, parent }), ...mentions)
    return inserted
  })
}

/** Deletes a comment with its replies. Throws a Refusal 404 or 403. */
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
