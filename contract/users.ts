import * as z from 'zod'
import { currentUser } from './auth.ts'
import type { Endpoint } from './endpoint.ts'
import {
  actingUserId,
  bioInput,
  displayNameInput,
  done,
  flagInput,
  id,
  idInput,
  imageBodyLimit,
  imageInput,
  usernameInput,
} from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { followStatus, listedUser, presentedUser, profileVisibility } from './listed-user.ts'
import { nextCursor, pageInput } from './paging.ts'
import { post } from './posts.ts'

/** A user as the viewer sees them. */
const profile = z.object({
  id,
  username: z.string(),
  display_name: z.string().nullable(),
  bio: z.string(),
  profile_pic: z.string().nullable(),
  profile_visibility: profileVisibility,
  /** The viewer's follow of this user; null when there is none, or for the viewer's own profile. */
  follow_status: followStatus.nullable(),
  /** Whether the viewer has muted this user. Nobody else sees this. */
  is_muted: z.boolean(),
  followers_count: z.int(),
  following_count: z.int(),
  /**
   * Posts in which this user is confirmed as Spotted, of those that the viewer may see. Null for whoever may not see
   * the list: by blocking authors they would learn from the number in which post it was.
   */
  spotted_received: z.int().nullable(),
})
export type Profile = z.output<typeof profile>
/** The viewer's follow state after a follow or unfollow. */
const followState = done.extend({
  follow_status: followStatus.nullable(),
  followers_count: z.int(),
  profile_visibility: profileVisibility,
})
const peoplePage = { user_id: idInput, logged_user_id: actingUserId, ...pageInput }

export const usersCalls = {
  getProfile: {
    summary: 'A user with their newest visible posts; signed out, a public account',
    path: 'GET auth/get_profile',
    access: 'public',
    scope: 'read',
    actingAs: 'logged_user_id',
    input: z.object({ user_id: idInput, logged_user_id: actingUserId, ...pageInput }),
    isWholeList: true,
    output: z.object({ success: z.literal(true), user: profile, posts: z.array(post), next_cursor: nextCursor }),
    errors: [400, 404],
  },

  findUserNamed: {
    summary: 'The id of the user with a username',
    path: 'GET user/find_named',
    access: 'viewer',
    scope: 'read',
    input: z.object({ username: usernameInput }),
    output: z.object({ success: z.literal(true), user_id: id }),
    errors: [400, 404],
  },

  suggestMentions: {
    summary: 'Up to five people to mention whose name begins like this: first those whom the viewer follows',
    path: 'GET user/suggest_mentions',
    access: 'viewer',
    scope: 'read',
    input: z.object({ beginning: usernameInput }),
    output: z.object({
      success: z.literal(true),
      users: z.array(presentedUser),
    }),
    errors: [400],
  },

  updateProfile: {
    summary: 'Change the viewer’s display name, bio and picture; omitted fields stay unchanged',
    path: 'POST auth/update_profile',
    access: 'viewer',
    scope: null,
    actingAs: 'user_id',
    bodyLimit: imageBodyLimit,
    input: z.object({
      user_id: actingUserId,
      /** Empty removes it. */
      display_name: displayNameInput.optional(),
      bio: bioInput.optional(),
      /** A picture as a data URL or file part. */
      profile_pic: imageInput.nullish(),
      /** 1 removes the picture. */
      remove_profile_pic: flagInput.default(0),
    }),
    output: z.object({ success: z.literal(true), user: currentUser }),
    errors: [400, 413, 415, 429, 503],
  },

  requestFollow: {
    summary: 'Follow a user; a private account must accept first',
    path: 'POST user/request_follow',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, followed_id: idInput }),
    output: followState,
    errors: [400, 404, 429],
  },

  unfollow: {
    summary: 'Unfollow a user, or withdraw the follow request',
    path: 'POST user/unfollow',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, followed_id: idInput }),
    output: followState,
    errors: [400, 404, 429],
  },

  getFollowers: {
    summary: 'The followers of a user, newest first; for a private account visible to its followers only',
    path: 'GET user/get_followers',
    access: 'viewer',
    scope: 'read',
    actingAs: 'logged_user_id',
    input: z.object(peoplePage),
    isWholeList: true,
    output: z.object({ success: z.literal(true), followers: z.array(listedUser), next_cursor: nextCursor }),
    errors: [400, 404],
  },

  getFollowing: {
    summary: 'The users somebody follows, newest first; for a private account visible to its followers only',
    path: 'GET user/get_following',
    access: 'viewer',
    scope: 'read',
    actingAs: 'logged_user_id',
    input: z.object(peoplePage),
    isWholeList: true,
    output: z.object({ success: z.literal(true), following: z.array(listedUser), next_cursor: nextCursor }),
    errors: [400, 404],
  },

  getFollowRequests: {
    summary: 'Pending follow requests to the viewer, newest first',
    path: 'GET user/get_follow_requests',
    access: 'viewer',
    scope: 'read',
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
    path: 'POST user/respond_follow_request',
    access: 'viewer',
    scope: null,
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
