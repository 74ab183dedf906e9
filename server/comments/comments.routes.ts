import type { commentsCalls } from '#contract/comments.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { cutPage, readPage } from '#server/platform/keyset.ts'
import { notFound } from '#server/platform/refusal.ts'
import { findPost } from '#server/posts/posts.queries.ts'
import { anonymousViewerId } from '#server/platform/viewer.ts'
import { addComment, deleteComment, likeComment } from './comments.actions.ts'
import { findComment, findComments, findNewestReplies, findReplies, findVisibleComment } from './comments.queries.ts'
import { commentsText } from './comments.text.ts'
import { viewComment, viewThread } from './comments.views.ts'

export function commentsRoutes(context: Pick<AppContext, 'db' | 'jobs'>): Pick<Handlers, keyof typeof commentsCalls> {
  const { db } = context
  return {
    async getComments({ post_id, ...request }, { viewer }) {
      const viewerId = viewer?.id ?? anonymousViewerId
      if (!(await findPost(db, viewerId, post_id))) throw notFound()
      const rows = await findComments(db, { viewerId, postId: post_id, ...readPage(request) })
      const { page, next_cursor } = cutPage(rows, request.limit, (row) => row.id)
      const answeredIds = page.filter(({ replies_count }) => replies_count > 0).map(({ id }) => id)
      const replies = answeredIds.length > 0 ? await findNewestReplies(db, viewerId, answeredIds) : []
      return { success: true, comments: page.map(viewThread(replies)), next_cursor }
    },

    async getReplies({ comment_id, ...request }, { viewer }) {
      const viewerId = viewer?.id ?? anonymousViewerId
      if (!(await findVisibleComment(db, viewerId, comment_id))) throw notFound()
      const rows = await findReplies(db, { viewerId, commentId: comment_id, ...readPage(request) })
      const { page, next_cursor } = cutPage(rows, request.limit, (row) => row.id)
      return { success: true, replies: page.map(viewComment), next_cursor }
    },

    async addComment({ post_id, text, reply_to }, { viewer }) {
      const { id, comments_count } = await addComment(context, {
        viewerId: viewer.id,
        postId: post_id,
        text,
        replyTo: reply_to ?? null,
      })
      const comment = await findComment(db, viewer.id, id)
      if (!comment) throw notFound()
      return { success: true, message: commentsText.added, comment: viewComment(comment), comments_count }
    },

    async likeComment({ comment_id }, { viewer }) {
      const state = await likeComment(context, { viewerId: viewer.id, commentId: comment_id })
      return { success: true, message: state.user_liked ? commentsText.likeAdded : commentsText.likeRemoved, ...state }
    },

    async deleteComment({ comment_id }, { viewer }) {
      const { comments_count } = await deleteComment(context, { viewerId: viewer.id, commentId: comment_id })
      return { success: true, message: commentsText.removed, comments_count }
    },
  }
}
