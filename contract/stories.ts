import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import {
  actingUserId,
  done,
  id,
  idInput,
  imageBodyLimit,
  imageAltInput,
  imageInput,
  optionalId,
  optionalText,
  publicationId,
  timestamp,
} from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { listedUser } from './listed-user.ts'
import { nextCursor, pageInput } from './paging.ts'
import { ringsLimit, storyCaptionLimit } from './limits.ts'

/** A picture or a video that expires after 24 hours, as one viewer sees it. */
const story = z.object({
  id,
  user_id: id,
  username: z.string(),
  profile_pic: z.string().nullable(),
  /** A picture ends in `-1280.webp`; the same address with `-640.webp` and `-320.webp` exists too. A video is an MP4. */
  media_url: z.string(),
  /** The picture that stands for a video until it plays, and where nothing does; null: the media is a picture. */
  cover_url: z.string().nullable(),
  /** The video is known to have no sound. */
  media_is_silent: z.boolean(),
  /** Pixels of the picture's or cover's largest size, after rotation. */
  media_width: z.int(),
  media_height: z.int(),
  /** Base64 of a thumbhash, shown until the picture or cover has loaded. */
  media_thumbhash: z.string(),
  /** Its description, in its author’s words. */
  media_alt: z.string().nullable(),
  /** Words over the picture; empty for none. */
  caption: z.string(),
  location_id: id.nullable(),
  location_name: z.string().nullable(),
  created_at: timestamp,
  expires_at: timestamp,
  is_seen: z.boolean(),
  likes_count: z.int(),
  user_liked: z.boolean(),
})
export type Story = z.output<typeof story>

/** Ids separated by commas. */
const idsInput = z
  .string()
  .regex(new RegExp(`^\\d{1,15}(,\\d{1,15}){0,${ringsLimit - 1}}$`))
  .transform((ids) => ids.split(',').map(Number))
/** A person with live stories. */
const storyteller = z.object({
  id,
  username: z.string(),
  profile_pic: z.string().nullable(),
  has_unread: z.boolean(),
})
export type Storyteller = z.output<typeof storyteller>

export const storiesCalls = {
  createStory: {
    summary:
      'Publish a story: a picture or a video, and if one likes a caption and a place; it expires after 24 hours; a retry with the same client_id changes nothing',
    path: 'POST stories/create_story',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    bodyLimit: imageBodyLimit,
    input: z.object({
      user_id: actingUserId,
      /** The picture, unless it is uploaded: of `image` and `picture_id` one is given. */
      image: imageInput.nullish(),
      /** Of `image`: an upload has its own. */
      image_alt: imageAltInput,
      /** An uploaded picture, or video of at most 30 seconds. */
      picture_id: optionalId,
      caption: optionalText(storyCaptionLimit, fieldsText.captionLength),
      location_id: optionalId,
      client_id: publicationId,
    }),
    output: z.object({ success: z.literal(true), story }),
    errors: [400, 404, 409, 413, 415, 429, 503],
  },

  getUserStories: {
    summary: 'Live stories of a person, oldest first, and the index at which the viewer continues',
    path: 'GET stories/get_user_stories',
    access: 'viewer',
    scope: 'read',
    actingAs: 'viewer_id',
    input: z.object({ user_id: idInput, viewer_id: actingUserId }),
    output: z.object({
      success: z.literal(true),
      stories: z.array(story),
      /** Index of the first story that the viewer has not seen; 0 when they have seen all. */
      start_index: z.int(),
      has_unread: z.boolean(),
    }),
    errors: [400, 404],
  },

  markStoryViewed: {
    summary: 'Mark a story as seen by the viewer; idempotent',
    path: 'POST stories/mark_story_viewed',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, story_id: idInput }),
    output: done,
    errors: [404, 429],
  },

  getStoryLikes: {
    summary: 'Number of likes of a story, and whether the viewer likes it',
    path: 'GET stories/get_story_likes',
    access: 'viewer',
    scope: 'read',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, story_id: idInput }),
    output: z.object({ success: z.literal(true), total_likes: z.int(), user_liked: z.boolean() }),
    errors: [404],
  },

  getStoryLikesList: {
    summary: 'People who like a story, newest like first',
    path: 'GET stories/get_story_likes_list',
    access: 'viewer',
    scope: 'read',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, story_id: idInput, ...pageInput }),
    isWholeList: true,
    output: z.object({ success: z.literal(true), likes: z.array(listedUser), next_cursor: nextCursor }),
    errors: [400, 404],
  },

  getStoryViews: {
    summary: 'How many people have seen one of the viewer’s own stories, and who, newest first',
    path: 'GET stories/get_story_views',
    access: 'viewer',
    scope: 'read',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, story_id: idInput, ...pageInput }),
    output: z.object({
      success: z.literal(true),
      views_count: z.int(),
      viewers: z.array(listedUser),
      next_cursor: nextCursor,
    }),
    errors: [400, 404],
  },

  likeStory: {
    summary: 'Like a story, or remove the like; idempotent',
    path: 'POST stories/like_story',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, story_id: idInput, action: z.enum(['like', 'remove']) }),
    output: done.extend({ total_likes: z.int(), user_liked: z.boolean() }),
    errors: [400, 404, 429],
  },

  deleteStory: {
    summary: 'Delete one of the viewer’s own stories, with its picture, likes and views',
    path: 'POST stories/delete_story',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, story_id: idInput }),
    output: done,
    errors: [403, 404, 429],
  },

  getStoryRings: {
    summary: `Which of at most ${ringsLimit} people have live stories that the viewer may see`,
    path: 'GET stories/get_rings',
    access: 'viewer',
    scope: 'read',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, user_ids: idsInput }),
    output: z.object({ success: z.literal(true), rings: z.array(z.object({ user_id: id, has_unread: z.boolean() })) }),
    errors: [400],
  },

  getFollowedStories: {
    summary: 'The viewer and followed people with live stories: viewer first, then unseen ones, then by newest story',
    path: 'GET stories/get_followed_stories',
    access: 'viewer',
    scope: 'read',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, ...pageInput }),
    output: z.object({ success: z.literal(true), users: z.array(storyteller), next_cursor: nextCursor }),
    errors: [400],
  },
} as const satisfies Record<string, Endpoint>
