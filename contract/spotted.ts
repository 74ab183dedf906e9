import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { actingUserId, done, id, idInput } from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { nextCursor, pageInput } from './paging.ts'
import { post, spottedStatus } from './posts.ts'

const page = z.object({ success: z.literal(true), spotted_posts: z.array(post), next_cursor: nextCursor })
export const spottedAction = z.enum(['request', 'withdraw'], { error: fieldsText.spottedAction })
export type SpottedAction = z.output<typeof spottedAction>
/** Somebody who recognised themselves in a post. */
export const spottedRequest = z.object({
  /** The requester’s, as `requester_id`: what is pressed in a list leads to a person. */
  id,
  request_id: id,
  requester_id: id,
  username: z.string(),
  profile_pic: z.string().nullable(),
  request_status: spottedStatus,
  post_owner_id: id,
})
export type SpottedRequest = z.output<typeof spottedRequest>

export const spottedCalls = {
getSpottedPosts: {
  summary: 'The posts in which somebody is confirmed, newest first; of a private account for its followers only',
  access: 'viewer',
  actingAs: 'logged_user_id',
  input: z.object({ user_id: idInput, logged_user_id: actingUserId, ...pageInput }),
  output: page,
  errors: [400, 404],
},

getLocationSpottedPosts: {
  summary: 'The posts at a place in which somebody is confirmed, newest first',
  access: 'viewer',
  actingAs: 'logged_user_id',
  input: z.object({ location_id: idInput, logged_user_id: actingUserId, ...pageInput }),
  output: page,
  errors: [400, 404],
},

requestSpotted: {
  summary:
    'Say of a post “that is me”, or take it back, also after it was confirmed; without an action, whichever it is not',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({
    user_id: actingUserId,
    post_id: idInput,
    /** Does just that, and again is the same. Without it the call toggles; presses that are under way together are one. */
    action: spottedAction.optional(),
  }),
  output: done.extend({
    /** Whether there is a request now. */
    spotted_status: z.boolean(),
    user_spotted_status: spottedStatus.nullable(),
    spotted_count: z.int(),
  }),
  errors: [400, 403, 404, 429],
},

updateSpottedRequestStatus: {
  summary: 'Confirm a request about a post of one’s own, or take the confirmation back',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({
    user_id: actingUserId,
    request_id: idInput,
    status: z.enum(spottedStatus.options, { error: fieldsText.spottedStatus }),
  }),
  output: done.extend({ request_status: spottedStatus, spotted_count: z.int() }),
  errors: [400, 403, 404, 429],
},

getSpottedRequests: {
  summary:
    'Who recognised themselves in a post, newest first: all for its author, for others their own and the confirmed, for the signed-out none',
  access: 'public',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, post_id: idInput, ...pageInput }),
  output: z.object({ success: z.literal(true), requests: z.array(spottedRequest), next_cursor: nextCursor }),
  errors: [400, 404],
},
} as const satisfies Record<string, Endpoint>
