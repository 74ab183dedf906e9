import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { actingUserId, done, id, idInput, optionalText, timestamp } from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { nextCursor, pageInput } from './paging.ts'
export const blockedUser = z.object({ id, username: z.string(), profile_pic: z.string().nullable() })
export type BlockedUser = z.output<typeof blockedUser>
export const reportReason = z.enum([
  'spam',
  'harassment',
  'hate',
  'nudity',
  'violence',
  'privacy',
  'impersonation',
  'other',
])
export type ReportReason = z.output<typeof reportReason>
export const reportTextLimit = 500

export const targetType = z.enum(['post', 'comment', 'story', 'message', 'user'])
export type TargetType = z.output<typeof targetType>
/** What a moderator decides about something reported; `suspend` is about whose it is. */
export const resolution = z.enum(['dismiss', 'remove', 'suspend'])
export type Resolution = z.output<typeof resolution>
export const noteLimit = 500
/** Open reports are counted up to here. */
export const countedReports = 100

/** Everything that the log knows; the last three are not about reports. */
export const moderationAction = z.enum([...resolution.options, 'lift', 'grant', 'revoke'])
export type ModerationAction = z.output<typeof moderationAction>

const personNamed = z.object({ id, username: z.string(), profile_pic: z.string().nullable() })

/** Who decided: the operator has no name here, nor has a moderator whose account is gone. */
const decidedBy = { by_operator: z.boolean(), moderator: z.string().nullable() }

/** Something reported, with all its open reports, or with those that were closed together. */
export const reportedThing = z.object({
  /** Grows with time: the order of the list. */
  id,
  target_type: targetType,
  /** Null: whose account it was is gone. */
  target_id: id.nullable(),
  /** Whose it is. */
  user: personNamed
    .extend({ is_private: z.boolean(), is_suspended: z.boolean(), is_moderator: z.boolean() })
    .nullable(),
  /** As it is now, also where only followers see it; null when it is gone. Of a person: the bio. */
  content: z
    .object({
      text: z.string(),
      image_url: z.string().nullable(),
      image_width: z.int().nullable(),
      image_height: z.int().nullable(),
      image_thumbhash: z.string().nullable(),
      location_name: z.string().nullable(),
      followers_only: z.boolean(),
      /** Of a message: a post was sent with it. Which one is not shown. */
      shares_post: z.boolean(),
      created_at: timestamp,
    })
    .nullable(),
  reports_count: z.int(),
  /** The most frequent first. */
  reasons: z.array(reportReason),
  /** What those who reported it wrote, the latest first. */
  words: z.array(z.object({ reason: reportReason, text: z.string(), created_at: timestamp })),
  /** When it was reported last, or decided. */
  created_at: timestamp,
  /** Null: it waits for a decision. */
  decision: z.object({ action: resolution, note: z.string(), ...decidedBy }).nullable(),
})
export type ReportedThing = z.output<typeof reportedThing>
/** Somebody suspended, and why. */
export const suspendedUser = personNamed.extend({ note: z.string(), created_at: timestamp, ...decidedBy })
export type SuspendedUser = z.output<typeof suspendedUser>
/** One step of the moderators or the operator. */
export const logEntry = z.object({
  id,
  action: moderationAction,
  ...decidedBy,
  /** Whom it concerned; null when the account is gone. */
  user: z.object({ id, username: z.string() }).nullable(),
  target_type: targetType,
  reasons: z.array(reportReason),
  reports_count: z.int(),
  note: z.string(),
  created_at: timestamp,
})
export type LogEntry = z.output<typeof logEntry>

export const moderationCalls = {
blockUser: {
  summary: 'Block somebody: each is hidden from the other, and follows end both ways',
  access: 'viewer',
  actingAs: 'blocker_id',
  input: z.object({ blocker_id: actingUserId, blocked_id: idInput }),
  output: done,
  errors: [400, 404, 429],
},

unblockUser: {
  summary: 'Take a block back',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, blocked_id: idInput }),
  output: done,
  errors: [400, 429],
},

getBlockedUsers: {
  summary: 'Whom the viewer has blocked, newest first',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, ...pageInput }),
  output: z.object({ success: z.literal(true), blocked_users: z.array(blockedUser), next_cursor: nextCursor }),
  errors: [400],
},

report: {
  summary:
    'Report a post, a comment, a story, a message that one was sent, or a person to the moderators; again changes the reason',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({
    user_id: actingUserId,
    target_type: targetType,
    target_id: idInput,
    reason: z.enum(reportReason.options, { error: fieldsText.reportReason }),
    text: optionalText(reportTextLimit, fieldsText.reportLength),
  }),
  output: done,
  errors: [400, 404, 429],
},

getReports: {
  summary: 'What is reported, newest first: one entry for each thing',
  access: 'moderator',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, state: z.enum(['open', 'closed']).default('open'), ...pageInput }),
  output: z.object({ success: z.literal(true), reports: z.array(reportedThing), next_cursor: nextCursor }),
  errors: [400],
},

resolveReport: {
  summary: 'Close the open reports of a thing: leave it, remove it, or suspend whose it is',
  access: 'moderator',
  actingAs: 'user_id',
  input: z.object({
    user_id: actingUserId,
    target_type: targetType,
    target_id: idInput,
    action: z.enum(resolution.options, { error: fieldsText.resolution }),
    note: optionalText(noteLimit, fieldsText.noteLength),
  }),
  output: done,
  errors: [400, 403, 409, 429],
},

getSuspended: {
  summary: 'Who is suspended, newest first',
  access: 'moderator',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, ...pageInput }),
  output: z.object({ success: z.literal(true), suspended: z.array(suspendedUser), next_cursor: nextCursor }),
  errors: [400],
},

liftSuspension: {
  summary: 'End a suspension: the account and all that is theirs is back',
  access: 'moderator',
  actingAs: 'user_id',
  input: z.object({
    user_id: actingUserId,
    suspended_id: idInput,
    note: optionalText(noteLimit, fieldsText.noteLength),
  }),
  output: done,
  errors: [400, 403, 409, 429],
},

getModerationLog: {
  summary: 'What moderators and operator did, newest first',
  access: 'moderator',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, ...pageInput }),
  output: z.object({ success: z.literal(true), entries: z.array(logEntry), next_cursor: nextCursor }),
  errors: [400],
},
} as const satisfies Record<string, Endpoint>
