import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import {
  actingUserId,
  done,
  flagInput,
  id,
  idInput,
  imageBodyLimit,
  imageAltInput,
  imageAltText,
  imageInput,
  latitudeInput,
  longitudeInput,
  optionalText,
  writtenText,
  publicationId,
  timestamp,
} from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { nextCursor, pageInput } from './paging.ts'
import { listedUser, namedUser } from './listed-user.ts'
import { postPicturesLimit, postTextLimit } from './limits.ts'

/** A picture of a post. */
export const postPicture = z.object({
  /** Ends in `-1280.webp`; the same address with `-640.webp` and `-320.webp` exists too. */
  url: z.string(),
  /** Pixels of the largest size, after rotation. */
  width: z.int(),
  height: z.int(),
  /** Base64 of a thumbhash, shown until the picture has loaded. */
  thumbhash: z.string(),
  /** Its description, in its author’s words. */
  alt: z.string().nullable(),
})
export type PostPicture = z.output<typeof postPicture>

/** Ids separated by commas, in order; empty: none. */
const pictureIds = z
  .string()
  .regex(/^(\d{1,16}(,\d{1,16})*)?$/)
  .transform((ids) => (ids === '' ? [] : [...new Set(ids.split(',').map(Number))]))
  .refine((ids) => ids.length <= postPicturesLimit, { error: fieldsText.tooManyPictures })

/** Descriptions in order. A form repeats the field. */
const pictureAlts = z
  .union([z.string(), z.array(z.string())])
  .transform((alts) => [alts].flat())
  .pipe(z.array(imageAltText).max(postPicturesLimit, { error: fieldsText.tooManyPictures }))

const postPrivacy = z.enum(['public', 'followers'])

/** What its author chooses for a post, beside words, place and pictures. */
export const postChoices = z.object({
  privacy: postPrivacy,
  /** In its author’s words: then its Spotted button stands out. */
  looks_for_someone: z.boolean(),
})
export type PostChoices = z.output<typeof postChoices>

/** State of a Spotted request: a person recognised themselves in a post, and its author confirmed it or has not yet. */
export const spottedStatus = z.enum(['pending', 'confirmed'])
export type SpottedStatus = z.output<typeof spottedStatus>

/** A post as one viewer sees it. */
export const post = z.object({
  id,
  user_id: id,
  username: z.string(),
  profile_pic: z.string().nullable(),
  location_id: id,
  location_name: z.string(),
  /** Null if the place is the town. */
  location_town: z.string().nullable(),
  /** "MI". */
  location_province: z.string().nullable(),
  /** Degrees of the place, from which the device computes how far it is. */
  location_latitude: z.number(),
  location_longitude: z.number(),
  text: z.string(),
  /** Ends in `-1280.webp`; the same address with `-640.webp` and `-320.webp` exists too. */
  image_url: z.string().nullable(),
  /** Pixels of the largest size, after rotation. */
  image_width: z.int().nullable(),
  image_height: z.int().nullable(),
  /** Base64 of a thumbhash, shown until the picture has loaded. */
  image_thumbhash: z.string().nullable(),
  /** Its description, in its author’s words. */
  image_alt: z.string().nullable(),
  /** The pictures after the first. */
  more_images: z.array(postPicture),
  /** An MP4, of which the picture is the cover. */
  video_url: z.string().nullable(),
  /** The video is known to have no sound. */
  video_is_silent: z.boolean(),
  created_at: timestamp,
  /** When its author last changed text, visibility or descriptions. */
  edited_at: timestamp.nullable(),
  likes_count: z.int(),
  user_liked: z.boolean(),
  comments_count: z.int(),
  user_commented: z.boolean(),
  /** Whether the viewer has saved it. Nobody else sees this. */
  user_bookmarked: z.boolean(),
  spotted_count: z.int(),
  user_spotted_status: spottedStatus.nullable(),
  /** Up to three of the people confirmed in it, newest first: those that the viewer may see. */
  spotted_people: z.array(namedUser),
  ...postChoices.shape,
})
export type Post = z.output<typeof post>

export const postsCalls = {
  createSpot: {
    summary:
      'Publish a post at a place; a retry with the same client_id changes nothing; latitude and longitude are accepted but not stored',
    path: 'POST posts/create_spot',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    bodyLimit: imageBodyLimit,
    input: z.object({
      user_id: actingUserId,
      text: writtenText(postTextLimit, fieldsText.postTextRequired, fieldsText.postTextLength),
      location_id: z.coerce
        .number<number>({ error: fieldsText.placeRequired })
        .int()
        .positive({ error: fieldsText.placeRequired })
        .max(Number.MAX_SAFE_INTEGER),
      latitude: latitudeInput,
      longitude: longitudeInput,
      privacy: postPrivacy.default('public'),
      looks_for_someone: flagInput.default(1),
      image: imageInput.nullish(),
      image_alt: imageAltInput,
      /** Uploaded pictures, in their order; they follow `image`. Or one uploaded video alone. */
      picture_ids: pictureIds.default([]),
      client_id: publicationId,
    }),
    output: z.object({ success: z.literal(true), post }),
    errors: [400, 404, 413, 415, 429, 503],
  },

  getPost: {
    summary: 'One post',
    path: 'GET posts/get_post',
    access: 'public',
    scope: 'read',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, post_id: idInput }),
    output: z.object({ success: z.literal(true), post }),
    errors: [404],
  },

  editPost: {
    summary:
      'Change text, visibility and descriptions of one of the viewer’s own posts; its place, pictures and time stay',
    path: 'POST posts/edit_post',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    input: z.object({
      user_id: actingUserId,
      post_id: idInput,
      /** Empty only if it was before: posts used to need none beside a picture. */
      text: optionalText(postTextLimit, fieldsText.postTextLength),
      privacy: postPrivacy,
      /** Absent: as it is. */
      looks_for_someone: flagInput.optional(),
      /** The descriptions of all its pictures, in their order. Absent: they stay. */
      image_alts: pictureAlts.optional(),
    }),
    output: z.object({ success: z.literal(true), message: z.string(), post }),
    errors: [400, 403, 404, 429],
  },

  deletePost: {
    summary: 'Delete one of the viewer’s own posts, with its picture, likes and comments',
    path: 'POST posts/delete_post',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, post_id: idInput }),
    output: done,
    errors: [403, 404, 429],
  },

  likePost: {
    summary: 'Like a post, or remove the like',
    path: 'POST posts/like_post',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, post_id: idInput }),
    output: done.extend({ user_liked: z.boolean(), likes_count: z.int() }),
    errors: [404, 429],
  },

  getLikes: {
    summary: 'People who like a post, newest like first',
    path: 'GET posts/get_likes',
    access: 'public',
    scope: 'read',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, post_id: idInput, ...pageInput }),
    isWholeList: true,
    output: z.object({ success: z.literal(true), likes: z.array(listedUser), next_cursor: nextCursor }),
    errors: [404],
  },

  bookmarkPost: {
    summary: 'Save a post for oneself; nobody else learns of it',
    path: 'POST posts/bookmark',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, post_id: idInput }),
    output: done,
    errors: [404, 409, 429],
  },

  unbookmarkPost: {
    summary: 'Remove a post from those that the viewer has saved',
    path: 'POST posts/unbookmark',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, post_id: idInput }),
    output: done,
    errors: [404, 429],
  },

  getBookmarks: {
    summary: 'Posts that the viewer has saved and may still see, newest bookmark first',
    path: 'GET posts/get_bookmarks',
    access: 'viewer',
    scope: 'read',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, ...pageInput }),
    output: z.object({ success: z.literal(true), posts: z.array(post), next_cursor: nextCursor }),
    errors: [400],
  },
} as const satisfies Record<string, Endpoint>
