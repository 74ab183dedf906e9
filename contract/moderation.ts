import * as z from 'zod'
import { comment } from './comments.ts'
import type { Endpoint } from './endpoint.ts'
import { actingUserId, done, id, idInput, optionalText, searchText, timestamp } from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { namedUser, presentedUser } from './listed-user.ts'
import { nextCursor, pageInput } from './paging.ts'
import { moderatorNoteLimit, reportTextLimit } from './limits.ts'
import { listedPlace } from './places.ts'
import { post, postChoices, postPicture } from './posts.ts'
export type BlockedUser = z.output<typeof presentedUser>
const reportReason = z.enum(['spam', 'harassment', 'hate', 'nudity', 'violence', 'privacy', 'impersonation', 'other'])
export type ReportReason = z.output<typeof reportReason>

export const targetType = z.enum(['post', 'comment', 'story', 'message', 'place', 'event', 'user'])
export type TargetType = z.output<typeof targetType>
/** A moderator's decision about reported content; `suspend` suspends its owner. */
export const resolution = z.enum(['dismiss', 'remove', 'suspend'])
export type Resolution = z.output<typeof resolution>

/** The roles that let somebody act beyond their own account. An administrator is a moderator as well. */
export const role = z.enum(['user', 'moderator', 'administrator'])
export type Role = z.output<typeof role>

/** Every action of the log. */
const moderationAction = z.enum([
  ...resolution.options,
  'merge',
  'lift',
  'grant',
  'revoke',
  'grant_administrator',
  'revoke_administrator',
  'show_account',
  'mail_reset_link',
  'remove_second_factor',
  'set_email',
  'delete_account',
  // Actions of administrators on the server itself.
  'change_registrations',
  'invite',
  'withdraw_invitation',
  'block_address',
  'unblock_address',
  'publish_text',
  'announce',
  'end_announcement',
  'request_backup',
  'fetch_streets',
])
export type ModerationAction = z.output<typeof moderationAction>

/** The moderator who acted; null for the operator and for a deleted account. */
const decidedBy = { by_operator: z.boolean(), moderator: z.string().nullable() }

/** Reported content with all its open reports, or with those that were closed together. */
const reportedContent = z.object({
  /** Grows with time; the list is ordered by it. */
  id,
  target_type: targetType,
  /** Null when the owner's account is deleted. */
  target_id: id.nullable(),
  /** The owner. */
  user: presentedUser
    .extend({ is_private: z.boolean(), is_suspended: z.boolean(), is_moderator: z.boolean() })
    .nullable(),
  /** The current text, even of a followers-only post; for a user the bio. Null when it is deleted. */
  content: z
    .object({
      text: z.string(),
      /** The text of a post when it was reported, if its author has changed it since. */
      text_before: z.string().nullable(),
      /** The descriptions of its pictures then, likewise. */
      alts_before: z.array(z.string()).nullable(),
      image_url: z.string().nullable(),
      image_width: z.int().nullable(),
      image_height: z.int().nullable(),
      image_thumbhash: z.string().nullable(),
      image_alt: z.string().nullable(),
      /** The pictures of a post after the first. */
      more_images: z.array(postPicture),
      video_url: z.string().nullable(),
      location_id: id.nullable(),
      location_name: z.string().nullable(),
      /** Null unless it is a post. */
      choices: postChoices.nullable(),
      /** Whether the message shares a post; which one is not revealed. */
      shares_post: z.boolean(),
      created_at: timestamp,
    })
    .nullable(),
  reports_count: z.int(),
  /** Most frequent first. */
  reasons: z.array(reportReason),
  /** The reporters' words, latest first. */
  words: z.array(z.object({ reason: reportReason, text: z.string(), created_at: timestamp })),
  /** The time of the last report, or of the decision. */
  created_at: timestamp,
  /** Null while undecided. */
  decision: z.object({ action: resolution, note: z.string(), ...decidedBy }).nullable(),
})
export type ReportedContent = z.output<typeof reportedContent>
/** A post around which a moderator judges, without what its viewers have done with it. */
const judgedPost = post.pick({
  id: true,
  user_id: true,
  username: true,
  location_id: true,
  location_name: true,
  text: true,
  image_url: true,
  image_width: true,
  image_height: true,
  image_thumbhash: true,
  image_alt: true,
  more_images: true,
  video_url: true,
  created_at: true,
  privacy: true,
})
export type JudgedPost = z.output<typeof judgedPost>
const judgedComment = comment.pick({ id: true, user_id: true, username: true, text: true, created_at: true })

/** A suspended user and the reason. */
const suspendedUser = namedUser.extend({ note: z.string(), created_at: timestamp, ...decidedBy })
export type SuspendedUser = z.output<typeof suspendedUser>
/** Somebody with an account, as administrators see them: nothing that others do not see but role and suspension. */
const administeredUser = presentedUser.extend({ role, is_suspended: z.boolean(), created_at: timestamp })
export type AdministeredUser = z.output<typeof administeredUser>

/** The target of a logged action. */
const logTargetType = z.enum([...targetType.options, 'server'])
export type LogTargetType = z.output<typeof logTargetType>
/** One action of a moderator, an administrator or the operator. */
const logEntry = z.object({
  id,
  action: moderationAction,
  ...decidedBy,
  /** The affected user; null when the account is deleted. */
  user: z.object({ id, username: z.string() }).nullable(),
  target_type: logTargetType,
  reasons: z.array(reportReason),
  reports_count: z.int(),
  note: z.string(),
  created_at: timestamp,
})
export type LogEntry = z.output<typeof logEntry>

const mutableType = z.enum(['user', 'place'])
const muteInput = z.object({ user_id: actingUserId, target_type: mutableType, target_id: idInput })
/** A user or a place that somebody has muted. */
const muted = z.object({ user: presentedUser.nullable(), place: listedPlace.nullable() })
export type Muted = z.output<typeof muted>

export const moderationCalls = {
  blockUser: {
    summary: 'Block a user: hides each from the other and ends follows both ways',
    path: 'POST user/block_user',
    access: 'viewer',
    scope: 'write',
    actingAs: 'blocker_id',
    input: z.object({ blocker_id: actingUserId, blocked_id: idInput }),
    output: done,
    errors: [400, 404, 429],
  },

  unblockUser: {
    summary: 'Unblock a user',
    path: 'POST user/unblock_user',
    access: 'viewer',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, blocked_id: idInput }),
    output: done,
    errors: [400, 429],
  },

  getBlockedUsers: {
    summary: 'Users the viewer has blocked, newest first',
    path: 'GET user/get_blocked_users',
    access: 'viewer',
    scope: 'read',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, ...pageInput }),
    isWholeList: true,
    output: z.object({ success: z.literal(true), blocked_users: z.array(presentedUser), next_cursor: nextCursor }),
    errors: [400],
  },

  mute: {
    summary: 'Mute a user or a place: their posts leave the viewer’s feeds, and they cause no notifications',
    path: 'POST user/mute',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    input: muteInput,
    output: done,
    errors: [400, 404, 409, 429],
  },

  unmute: {
    summary: 'Unmute a user or a place',
    path: 'POST user/unmute',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    input: muteInput,
    output: done,
    errors: [404, 429],
  },

  getMuted: {
    summary: 'Users and places that the viewer has muted, newest first',
    path: 'GET user/get_muted',
    access: 'viewer',
    scope: 'read',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, ...pageInput }),
    output: z.object({ success: z.literal(true), muted: z.array(muted), next_cursor: nextCursor }),
    errors: [400],
  },

  report: {
    summary: 'Report a post, comment, story, received message, place or user; reporting again replaces the reason',
    path: 'POST moderation/report',
    access: 'viewer',
    scope: 'write',
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
    summary: 'Reported content, newest first, one entry per post, comment, story, message, place or user',
    path: 'GET moderation/get_reports',
    access: 'moderator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, state: z.enum(['open', 'closed']).default('open'), ...pageInput }),
    output: z.object({ success: z.literal(true), reports: z.array(reportedContent), next_cursor: nextCursor }),
    errors: [400],
  },

  getReportedContext: {
    summary:
      'What a moderator needs to judge, while the report is open: a reported post, or that of a reported comment, with its newest comments, as its author sees them; or the newest posts of a reported user that everybody sees',
    path: 'GET moderation/get_reported_context',
    access: 'moderator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({
      user_id: actingUserId,
      target_type: z.enum(['post', 'comment', 'user'], { error: fieldsText.contextTarget }),
      target_id: idInput,
    }),
    output: z.object({
      success: z.literal(true),
      posts: z.array(judgedPost),
      comments: z.array(judgedComment),
      /** Whether there are earlier posts or comments. */
      has_more: z.boolean(),
    }),
    errors: [400, 404],
  },

  resolveReport: {
    summary: 'Close the open reports of content: dismiss, remove it, or suspend its owner',
    path: 'POST moderation/resolve_report',
    access: 'moderator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({
      user_id: actingUserId,
      target_type: targetType,
      target_id: idInput,
      action: z.enum(resolution.options, { error: fieldsText.resolution }),
      note: optionalText(moderatorNoteLimit, fieldsText.noteLength),
    }),
    output: done,
    errors: [400, 403, 409, 429],
  },

  mergePlaces: {
    summary: 'Make a place part of another: what is at it moves there, its page leads there, its reports are closed',
    path: 'POST moderation/merge_places',
    access: 'moderator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, place_id: idInput, into_id: idInput }),
    output: done,
    errors: [400, 403, 404, 429],
  },

  getSuspended: {
    summary: 'Suspended users, newest first',
    path: 'GET moderation/get_suspended',
    access: 'moderator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, ...pageInput }),
    output: z.object({ success: z.literal(true), suspended: z.array(suspendedUser), next_cursor: nextCursor }),
    errors: [400],
  },

  liftSuspension: {
    summary: 'Lift a suspension: restores the account and its content',
    path: 'POST moderation/lift_suspension',
    access: 'moderator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({
      user_id: actingUserId,
      suspended_id: idInput,
      note: optionalText(moderatorNoteLimit, fieldsText.noteLength),
    }),
    output: done,
    errors: [400, 403, 409, 429],
  },

  getPeople: {
    summary: 'People with an account, newest first; with a query up to a page of those whose name begins with it',
    path: 'GET moderation/get_people',
    access: 'administrator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({
      user_id: actingUserId,
      query: searchText.default(''),
      /** Moderators: administrators among them. */
      only: z.enum(['everybody', 'moderators']).default('everybody'),
      ...pageInput,
    }),
    output: z.object({ success: z.literal(true), people: z.array(administeredUser), next_cursor: nextCursor }),
    errors: [400],
  },

  suspendUser: {
    summary: 'Suspend an account without a report: signs it out and hides its content',
    path: 'POST moderation/suspend',
    access: 'administrator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({
      user_id: actingUserId,
      suspended_id: idInput,
      note: optionalText(moderatorNoteLimit, fieldsText.noteLength),
    }),
    output: done,
    errors: [400, 403, 409, 429],
  },

  changeRole: {
    summary: 'Make a user a moderator, or a moderator an ordinary user',
    path: 'POST moderation/change_role',
    access: 'administrator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, changed_id: idInput, role }),
    output: done,
    errors: [400, 403, 409, 429],
  },

  getModerationLog: {
    summary: 'Actions of moderators, administrators and operator, newest first',
    path: 'GET moderation/get_log',
    access: 'moderator',
    scope: null,
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, ...pageInput }),
    output: z.object({ success: z.literal(true), entries: z.array(logEntry), next_cursor: nextCursor }),
    errors: [400],
  },
} as const satisfies Record<string, Endpoint>
