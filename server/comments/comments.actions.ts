import { mentionsOf } from '#contract/text-parts.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { type AuthorizedMutation, createPostMutationBatcher, type PostMutation } from '#server/posts/posts.batches.ts'
import { insertCommentMentions } from '#server/posts/mentions.queries.ts'
import { lockPost } from '#server/posts/posts.queries.ts'
import {
  deleteComment as deleteCommentRow,
  findVisibleComment,
  insertComments,
  type InsertedComment,
  lockComment,
  type ParentComment,
  toggleLike,
} from './comments.queries.ts'
import { canBeAnswered, canDeleteComment } from './comments.rules.ts'
import { commentsText } from './comments.text.ts'

type CommentsContext = Pick<AppContext, 'db' | 'jobs'>
type OneComment = { viewerId: number; commentId: number }

export type NewComment = PostMutation & { text: string; replyTo: number | null }

type AuthorizedComment = AuthorizedMutation<NewComment> & { parent: ParentComment | null }

/** Notifies the people whom a comment mentions, unless they are notified of the comment itself. */
async function notifyMentioned(
  { trx, jobs }: { trx: Database; jobs: CommentsContext['jobs'] },
  { viewerId: actorId, post, parent, text }: AuthorizedComment,
  commentId: number | undefined,
): Promise<void> {
  const usernames = mentionsOf(text)
  if (usernames.length === 0 || commentId === undefined) return
  const notifiedAnyway = [post.author_id, ...(parent ? [parent.author_id] : [])]
  const recipientIds = await insertCommentMentions(trx, commentId, usernames, notifiedAnyway)
  const trigger = { kind: 'comment_mention' as const, post: post.id }
  const activities = recipientIds.map((recipientId) => ({ notify: { recipientId, actorId, trigger } }))
  if (activities.length > 0) await jobs.add(trx, 'activity', ...activities)
}

/** Inserts comments and notifies the author of the post, or of the comment that a reply answers. */
async function addComments(
  { trx, jobs }: { trx: Database; jobs: CommentsContext['jobs'] },
  comments: AuthorizedComment[],
): Promise<InsertedComment[]> {
  const inserted = await insertComments(
    trx,
    comments.map(({ viewerId, post, text, parent }) => ({ authorId: viewerId, post, text, replyTo: parent })),
  )
  const activities = comments.flatMap(({ viewerId: actorId, post, parent }) => {
    const aboutPost = { actorId, recipientId: post.author_id, trigger: { kind: 'comment' as const, post: post.id } }
    if (!parent) return [{ post: post.id, notify: aboutPost }]
    const trigger = { kind: 'comment_reply' as const, comment: parent.id }
    const aboutReply = { notify: { actorId, recipientId: parent.author_id, trigger } }
    // A person who wrote both the post and the comment is notified once, of the reply.
    return [{ post: post.id, notify: parent.author_id === post.author_id ? undefined : aboutPost }, aboutReply]
  })
  await jobs.add(trx, 'activity', ...activities)
  for (const [index, comment] of comments.entries()) await notifyMentioned({ trx, jobs }, comment, inserted[index]?.id)
  return inserted
}

/** Replies to a comment. Throws a Refusal 404 or 400. */
const addReply = ({ db, jobs }: CommentsContext, comment: NewComment & { replyTo: number }): Promise<InsertedComment> =>
  inTransaction(db, async (trx) => {
    const post = await lockPost(trx, comment.viewerId, comment.postId)
    const answered = post && (await findVisibleComment(trx, comment.viewerId, comment.replyTo))
    if (!post || answered?.post_id !== post.id) throw notFound()
    if (!canBeAnswered(answered)) throw new Refusal(400, commentsText.oneLevel)
    const parent = await lockComment(trx, comment.replyTo)
    if (!parent) throw notFound()
    const [added] = await addComments({ trx, jobs }, [{ ...comment, post, parent }])
    if (!added) throw notFound()
    return added
  })

/** Creates `addComment`, which comments on a post or replies to a comment. It throws a Refusal 404 or 400. */
export function createAddComment(context: CommentsContext): (comment: NewComment) => Promise<InsertedComment> {
  const { db, jobs } = context
  const addToPost = createPostMutationBatcher(db, (trx, comments: AuthorizedMutation<NewComment>[]) =>
    addComments(
      { trx, jobs },
      comments.map((comment) => ({ ...comment, parent: null })),
    ),
  )
  return ({ replyTo, ...comment }) =>
    replyTo === null ? addToPost({ ...comment, replyTo }) : addReply(context, { ...comment, replyTo })
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
