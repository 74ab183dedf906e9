import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { actingUserId, done, id, idInput, timestamp, writtenText } from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { nextCursor, pageInput } from './paging.ts'
import { commentTextLimit } from './limits.ts'

const comment = z.object({
  id,
  user_id: id,
  username: z.string(),
  profile_pic: z.string().nullable(),
  text: z.string(),
  created_at: timestamp,
  user_liked: z.boolean(),
  likes_count: z.int(),
})
export type Comment = z.output<typeof comment>

export const commentsCalls = {
  getComments: {
    summary: 'Comments on a post, newest first',
    access: 'public',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, post_id: idInput, ...pageInput }),
    output: z.object({ success: z.literal(true), comments: z.array(comment), next_cursor: nextCursor }),
    errors: [404],
  },

  addComment: {
    summary: 'Comment on a post',
    access: 'viewer',
    actingAs: 'user_id',
    input: z.object({
      user_id: actingUserId,
      post_id: idInput,
      text: writtenText(commentTextLimit, fieldsText.commentRequired, fieldsText.commentLength),
    }),
    output: done.extend({ comment, comments_count: z.int() }),
    errors: [400, 404, 429],
  },

  likeComment: {
    summary: 'Like a comment, or remove the like',
    access: 'viewer',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, comment_id: idInput }),
    output: done.extend({ user_liked: z.boolean(), likes_count: z.int() }),
    errors: [404, 429],
  },

  deleteComment: {
    summary: 'Delete one of the viewer’s own comments',
    access: 'viewer',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, comment_id: idInput }),
    output: done.extend({ comments_count: z.int() }),
    errors: [403, 404, 429],
  },
} as const satisfies Record<string, Endpoint>
