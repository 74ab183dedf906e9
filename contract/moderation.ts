import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { actingUserId, done, id, idInput, optionalText } from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { nextCursor, pageInput } from './paging.ts'

export const blockUser = endpoint({
  summary: 'Block somebody: each is hidden from the other, and follows end both ways',
  access: 'viewer',
  actingAs: 'blocker_id',
  input: z.object({ blocker_id: actingUserId, blocked_id: idInput }),
  output: done,
  errors: [400, 404, 429],
})

export const unblockUser = endpoint({
  summary: 'Take a block back',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, blocked_id: idInput }),
  output: done,
  errors: [400, 429],
})

export const blockedUser = z.object({ id, username: z.string(), profile_pic: z.string().nullable() })
export type BlockedUser = z.output<typeof blockedUser>

export const getBlockedUsers = endpoint({
  summary: 'Whom the viewer has blocked, newest first',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, ...pageInput }),
  output: z.object({ success: z.literal(true), blocked_users: z.array(blockedUser), next_cursor: nextCursor }),
  errors: [400],
})

export const reportReason = z.enum(['spam', 'harassment', 'hate', 'nudity', 'violence', 'privacy', 'impersonation', 'other'])
export type ReportReason = z.output<typeof reportReason>
export const reportTextLimit = 500

export const report = endpoint({
  summary: 'Report a post, a comment, a story or a person to the moderators; again changes the reason',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({
    user_id: actingUserId,
    target_type: z.enum(['post', 'comment', 'story', 'user']),
    target_id: idInput,
    reason: z.enum(reportReason.options, { error: fieldsText.reportReason }),
    text: optionalText(reportTextLimit, fieldsText.reportLength),
  }),
  output: done,
  errors: [400, 404, 429],
})
