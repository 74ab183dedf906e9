import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { actingUserId, done, id, idInput, timestamp, writtenText } from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { nextCursor, pageInput } from './paging.ts'
import { commentTextLimit } from './limits.ts'

export const comment = z.object({
  id,
  user_id: id,
  username: z.string(),
  profile_pic: z.string().nullable(),
  text: z.string(),
  created_at: timestamp,
  user_liked: z.boolean(),
  likes_count: z.int(),
  /** The comment that a reply answers. */
  reply_to: id.nullable(),
})
export type Comment = z.output<typeof comment>

/** A comment with its newest replies, oldest first. */
const commentThread = comment.extend({
  /** At most 1,000. */
  replies_count: z.int(),
  replies: z.array(comment),
})
export type CommentThread = z.output<typeof commentThread>

export const commentsCalls = {
  getComments: {
    summary: 'Comments on a post, newest first, each with its newest replies',
    path: 'GET posts/get_comments',
    access: 'public',
    scope: 'read',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, post_id: idInput, ...pageInput }),
    isWholeList: true,
    output: z.object({ success: z.literal(true), comments: z.array(commentThread), next_cursor: nextCursor }),
    errors: [404],
  },

  getReplies: {
    summary: 'Replies to a comment, newest first',
    path: 'GET posts/get_replies',
    access: 'public',
    scope: 'read',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, comment_id: idInput, ...pageInput }),
    output: z.object({ success: z.literal(true), replies: z.array(comment), next_cursor: nextCursor }),
    errors: [404],
  },

  addComment: {
    summary: 'Comment on a post, or reply to a comment on it; replies have no replies',
    path: 'POST posts/add_comment',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    input: z.object({
      user_id: actingUserId,
      post_id: idInput,
      text: writtenText(commentTextLimit, fieldsText.commentRequired, fieldsText.commentLength),
      reply_to: idInput.nullish(),
    }),
    output: done.extend({ comment, comments_count: z.int() }),
    errors: [400, 404, 429],
  },

  likeComment: {
    summary: 'Like a comment, or remove the like',
    path: 'POST posts/like_comment',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, comment_id: idInput }),
    output: done.extend({ user_liked: z.boolean(), likes_count: z.int() }),
    errors: [404, 429],
  },

  deleteComment: {
    summary: 'Delete one of the viewer’s own comments, with the replies to it',
    path: 'POST posts/delete_comment',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, comment_id: idInput }),
    output: done.extend({ comments_count: z.int() }),
    errors: [403, 404, 429],
  },
} as const satisfies Record<string, Endpoint>
