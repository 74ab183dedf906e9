import * as z from 'zod'
import { currentUser } from './auth.ts'
import type { Endpoint } from './endpoint.ts'
import { actingUserId, bioInput, done, flagInput, id, idInput, imageBodyLimit, imageInput } from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { followStatus, listedUser, profileVisibility } from './listed-user.ts'
import { nextCursor, pageInput } from './paging.ts'
import { post } from './posts.ts'

/** A person as one viewer sees them. */
export const profile = z.object({
  id,
  username: z.string(),
  bio: z.string(),
  profile_pic: z.string().nullable(),
  profile_visibility: profileVisibility,
  /** How the viewer stands to them; null: does not follow, or is they. */
  follow_status: followStatus.nullable(),
  followers_count: z.int(),
  following_count: z.int(),
  /** Posts in which they are confirmed. */
  spotted_received: z.int(),
})
export type Profile = z.output<typeof profile>
/** How the viewer and the other stand after a follow or unfollow. */
const followState = done.extend({
  follow_status: followStatus.nullable(),
  followers_count: z.int(),
  profile_visibility: profileVisibility,
})
const peoplePage = { user_id: idInput, logged_user_id: actingUserId, ...pageInput }

export const usersCalls = {
getProfile: {
  summary: 'A person, with their newest posts that the viewer may see',
  access: 'viewer',
  actingAs: 'logged_user_id',
  input: z.object({ user_id: idInput, logged_user_id: actingUserId, ...pageInput }),
  output: z.object({ success: z.literal(true), user: profile, posts: z.array(post), next_cursor: nextCursor }),
  errors: [400, 404],
},

updateProfile: {
  summary: 'Change one’s bio and picture; what is not sent stays',
  access: 'viewer',
  actingAs: 'user_id',
  bodyLimit: imageBodyLimit,
  input: z.object({
    user_id: actingUserId,
    bio: bioInput.optional(),
    /** A picture as data URL or file part. */
    profile_pic: imageInput.nullish(),
    /** 1 takes the picture away. */
    remove_profile_pic: flagInput.default(0),
  }),
  output: z.object({ success: z.literal(true), user: currentUser }),
  errors: [400, 413, 415, 429, 503],
},

requestFollow: {
  summary: 'Follow somebody; a private account has to accept first',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, followed_id: idInput }),
  output: followState,
  errors: [400, 404, 429],
},

unfollow: {
  summary: 'Follow somebody no longer, or take the request back',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, followed_id: idInput }),
  output: followState,
  errors: [400, 404, 429],
},

getFollowers: {
  summary: 'Who follows somebody, newest first; of a private account for its followers only',
  access: 'viewer',
  actingAs: 'logged_user_id',
  input: z.object(peoplePage),
  output: z.object({ success: z.literal(true), followers: z.array(listedUser), next_cursor: nextCursor }),
  errors: [400, 404],
},

getFollowing: {
  summary: 'Whom somebody follows, newest first; of a private account for its followers only',
  access: 'viewer',
  actingAs: 'logged_user_id',
  input: z.object(peoplePage),
  output: z.object({ success: z.literal(true), following: z.array(listedUser), next_cursor: nextCursor }),
  errors: [400, 404],
},

getFollowRequests: {
  summary: 'Who asks to follow the viewer, newest first',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, ...pageInput }),
  output: z.object({
    success: z.literal(true),
    requests: z.array(listedUser),
    total: z.int(),
    next_cursor: nextCursor,
  }),
  errors: [400],
},

respondFollowRequest: {
  summary: 'Accept or decline a follow request',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({
    user_id: actingUserId,
    requester_id: idInput,
    action: z.enum(['accept', 'decline'], { error: fieldsText.followAnswer }),
  }),
  output: done,
  errors: [400, 404, 429],
},
} as const satisfies Record<string, Endpoint>
