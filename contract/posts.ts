import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import {
  actingUserId,
  done,
  id,
  idInput,
  imageBodyLimit,
  imageInput,
  latitudeInput,
  longitudeInput,
  timestamp,
  writtenText,
} from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { nextCursor, pageInput } from './paging.ts'
import { listedUser } from './listed-user.ts'

export const postPrivacy = z.enum(['public', 'followers'])

/** What somebody who recognised themselves in a post has asked, and its author answered. */
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
  /** Town and province of the place, where the name alone does not say it: "Milano (MI)". */
  location_town: z.string().nullable(),
  text: z.string(),
  /** Ends in `-1280.webp`; `-640.webp` and `-320.webp` stand beside it. */
  image_url: z.string().nullable(),
  /** Pixels of the largest width, upright. */
  image_width: z.int().nullable(),
  image_height: z.int().nullable(),
  /** Base64 of a thumbhash, shown until the picture comes. */
  image_thumbhash: z.string().nullable(),
  video_url: z.string().nullable(),
  created_at: timestamp,
  likes_count: z.int(),
  user_liked: z.boolean(),
  comments_count: z.int(),
  user_commented: z.boolean(),
  spotted_count: z.int(),
  user_spotted_status: spottedStatus.nullable(),
  privacy: postPrivacy,
})
export type Post = z.output<typeof post>

export const postTextLimit = 2000

export const postsCalls = {
createSpot: {
  summary: 'Publish a post at a place; latitude and longitude are accepted and not stored',
  access: 'viewer',
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
    image: imageInput.nullish(),
  }),
  output: z.object({ success: z.literal(true), post }),
  errors: [400, 404, 413, 415, 429, 503],
},

deletePost: {
  summary: 'Delete a post of one’s own, with its picture, likes and comments',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, post_id: idInput }),
  output: done,
  errors: [403, 404, 429],
},

likePost: {
  summary: 'Like a post, or take the like back',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, post_id: idInput }),
  output: done.extend({ user_liked: z.boolean(), likes_count: z.int() }),
  errors: [404, 429],
},

getLikes: {
  summary: 'Who likes a post, newest first',
  access: 'public',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, post_id: idInput, ...pageInput }),
  output: z.object({ success: z.literal(true), likes: z.array(listedUser), next_cursor: nextCursor }),
  errors: [404],
},
} as const satisfies Record<string, Endpoint>
