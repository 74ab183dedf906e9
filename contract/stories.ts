import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { actingUserId, done, id, idInput, imageBodyLimit, imageInput, timestamp } from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { listedUser } from './listed-user.ts'
import { nextCursor, pageInput } from './paging.ts'

/** A picture that lives 24 hours, as one viewer sees it. */
export const story = z.object({
  id,
  user_id: id,
  username: z.string(),
  profile_pic: z.string().nullable(),
  /** Ends in `-1280.webp`; `-640.webp` and `-320.webp` stand beside it. */
  media_url: z.string(),
  /** Pixels of the largest width, upright. */
  media_width: z.int(),
  media_height: z.int(),
  /** Base64 of a thumbhash, shown until the picture comes. */
  media_thumbhash: z.string(),
  location_id: id.nullable(),
  location_name: z.string().nullable(),
  created_at: timestamp,
  expires_at: timestamp,
  is_seen: z.boolean(),
  likes_count: z.int(),
  user_liked: z.boolean(),
})
export type Story = z.output<typeof story>

/** Live stories that one person may have. */
export const liveStoriesLimit = 100
/** People about whose rings one call may ask. */
export const ringsLimit = 50

/** A place may be left out: empty, null and 0 say none. */
const optionalPlace = z.coerce.number<number | null>().int().nonnegative().max(Number.MAX_SAFE_INTEGER).optional()
/** Ids with commas between them. */
const idsInput = z
  .string()
  .regex(new RegExp(`^\\d{1,15}(,\\d{1,15}){0,${ringsLimit - 1}}$`))
  .transform((ids) => ids.split(',').map(Number))
/** Somebody with live stories. */
export const storyteller = z.object({
  id,
  username: z.string(),
  profile_pic: z.string().nullable(),
  has_unread: z.boolean(),
})
export type Storyteller = z.output<typeof storyteller>

export const storiesCalls = {
createStory: {
  summary: 'Publish a story: a picture, and a place if one likes; it lives 24 hours',
  access: 'viewer',
  actingAs: 'user_id',
  bodyLimit: imageBodyLimit,
  input: z.object({
    user_id: actingUserId,
    image: z
      .string({ error: fieldsText.storyImageRequired })
      .min(1, { error: fieldsText.storyImageRequired })
      .pipe(imageInput),
    location_id: optionalPlace,
  }),
  output: z.object({ success: z.literal(true), story }),
  errors: [400, 404, 409, 413, 415, 429, 503],
},

getUserStories: {
  summary: 'The live stories of a person, oldest first, and where the viewer goes on',
  access: 'viewer',
  actingAs: 'viewer_id',
  input: z.object({ user_id: idInput, viewer_id: actingUserId }),
  output: z.object({
    success: z.literal(true),
    stories: z.array(story),
    /** The first that the viewer has not seen; 0 when all are seen. */
    start_index: z.int(),
    has_unread: z.boolean(),
  }),
  errors: [400, 404],
},

markStoryViewed: {
  summary: 'The viewer has seen a story; again changes nothing',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, story_id: idInput }),
  output: done,
  errors: [404, 429],
},

getStoryLikes: {
  summary: 'How many like a story, and whether the viewer does',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, story_id: idInput }),
  output: z.object({ success: z.literal(true), total_likes: z.int(), user_liked: z.boolean() }),
  errors: [404],
},

getStoryLikesList: {
  summary: 'Who likes a story, newest first',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, story_id: idInput, ...pageInput }),
  output: z.object({ success: z.literal(true), likes: z.array(listedUser), next_cursor: nextCursor }),
  errors: [400, 404],
},

likeStory: {
  summary: 'Like a story, or take the like back; again changes nothing',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, story_id: idInput, action: z.enum(['like', 'remove']) }),
  output: done.extend({ total_likes: z.int(), user_liked: z.boolean() }),
  errors: [400, 404, 429],
},

deleteStory: {
  summary: 'Delete a story of one’s own, with its picture, likes and views',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, story_id: idInput }),
  output: done,
  errors: [403, 404, 429],
},

getStoryRings: {
  summary: `Of at most ${ringsLimit} people, who has live stories that the viewer may see`,
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, user_ids: idsInput }),
  output: z.object({ success: z.literal(true), rings: z.array(z.object({ user_id: id, has_unread: z.boolean() })) }),
  errors: [400],
},

getFollowedStories: {
  summary:
    'Who has live stories, of those whom the viewer follows: oneself first, then what is unseen, then the newest',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId, ...pageInput }),
  output: z.object({ success: z.literal(true), users: z.array(storyteller), next_cursor: nextCursor }),
  errors: [400],
},
} as const satisfies Record<string, Endpoint>
