import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { actingUserId, done, flagInput, id, idInput, optionalLine } from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { spottedTextLimit } from './limits.ts'
import { nextCursor, pageInput } from './paging.ts'
import { post, spottedStatus } from './posts.ts'

const page = z.object({ success: z.literal(true), spotted_posts: z.array(post), next_cursor: nextCursor })
const spottedAction = z.enum(['request', 'withdraw'], { error: fieldsText.spottedAction })
export type SpottedAction = z.output<typeof spottedAction>
/** The author’s answer. `declined` is shown to the author only: for everybody else such a request is pending. */
const spottedAnswer = z.enum([...spottedStatus.options, 'declined'], { error: fieldsText.spottedStatus })
export type SpottedAnswer = z.output<typeof spottedAnswer>
/** A request by a person who recognised themselves in a post. */
const spottedRequest = z.object({
  /** Same as `requester_id`, because lists of people have the person’s id in `id`. */
  id,
  request_id: id,
  requester_id: id,
  username: z.string(),
  profile_pic: z.string().nullable(),
  bio: z.string(),
  request_status: spottedAnswer,
  /** The requester's message to the author. Null for everybody but these two. */
  text: z.string().nullable(),
  post_owner_id: id,
})
export type SpottedRequest = z.output<typeof spottedRequest>

export const spottedCalls = {
  getSpottedPosts: {
    summary: 'Posts in which a person is confirmed, newest first; for a private account only its followers see them',
    path: 'GET user/get_spotted_posts',
    access: 'viewer',
    scope: 'read',
    actingAs: 'logged_user_id',
    input: z.object({ user_id: idInput, logged_user_id: actingUserId, ...pageInput }),
    isWholeList: true,
    output: page,
    errors: [400, 404],
  },

  getLocationSpottedPosts: {
    summary: 'Posts at a place in which at least one person is confirmed, newest first',
    path: 'GET places/get_location_spotted_posts',
    access: 'public',
    scope: 'read',
    actingAs: 'logged_user_id',
    /** `without_muted`: leaves out whom and what the viewer has muted. */
    input: z.object({
      location_id: idInput,
      logged_user_id: actingUserId,
      without_muted: flagInput.default(0),
      ...pageInput,
    }),
    isWholeList: true,
    output: page,
    errors: [400, 404],
  },

  requestSpotted: {
    summary: 'Ask to be confirmed in a post, or withdraw the request, even a confirmed one; without an action: toggle',
    path: 'POST spotted/request_spotted',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    input: z.object({
      user_id: actingUserId,
      post_id: idInput,
      /** Idempotent. Without it, the call withdraws an existing request and makes one otherwise. */
      action: spottedAction.optional(),
      /** A line to the author, stored with a new request; one that exists keeps its own. */
      text: optionalLine(spottedTextLimit, fieldsText.spottedTextLength),
    }),
    output: done.extend({
      /** Whether a request exists now. */
      spotted_status: z.boolean(),
      user_spotted_status: spottedStatus.nullable(),
      spotted_count: z.int(),
    }),
    errors: [400, 403, 404, 429],
  },

  updateSpottedRequestStatus: {
    summary: 'Confirm or decline a request on one of the viewer’s own posts, or take the answer back',
    path: 'POST spotted/update_spotted_request_status',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    input: z.object({
      user_id: actingUserId,
      request_id: idInput,
      status: spottedAnswer,
    }),
    output: done.extend({ request_status: spottedAnswer, spotted_count: z.int() }),
    errors: [400, 403, 404, 429],
  },

  getOwnSpotted: {
    summary:
      'Pending requests of the viewer: those on their posts that they have not answered, or those they made; newest first',
    path: 'GET spotted/get_own_spotted',
    access: 'viewer',
    scope: 'read',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, list: z.enum(['received', 'sent']), ...pageInput }),
    isWholeList: true,
    output: z.object({
      success: z.literal(true),
      requests: z.array(spottedRequest.extend({ post })),
      next_cursor: nextCursor,
    }),
    errors: [400],
  },

  getSpottedRequests: {
    summary:
      'Requests on a post, newest first: for its author all or the declined ones, for others own and confirmed ones',
    path: 'GET spotted/get_spotted_requests',
    access: 'public',
    scope: 'read',
    actingAs: 'user_id',
    input: z.object({
      user_id: actingUserId,
      post_id: idInput,
      /** 1: the requests that the viewer, the author, declined; the others otherwise. */
      declined: flagInput.optional(),
      ...pageInput,
    }),
    isWholeList: true,
    output: z.object({ success: z.literal(true), post, requests: z.array(spottedRequest), next_cursor: nextCursor }),
    errors: [400, 404],
  },
} as const satisfies Record<string, Endpoint>
