import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { feedRadii } from './feed-radius.ts'
import { actingUserId, latitudeInput, longitudeInput } from './fields.ts'
import { nextCursor, pageInput } from './paging.ts'
import { post } from './posts.ts'

/** A post of the feed. `circle_km`: the circle around the given position that it belongs to; null is everywhere. */
const feedPost = post.extend({ circle_km: z.literal([1, 5, 25, 100]).nullable() })
export type FeedPost = z.output<typeof feedPost>

/** A page of posts in circles around a position. */
export const feedPage = z.object({
  success: z.literal(true),
  posts: z.array(feedPost),
  has_more: z.boolean(),
  next_cursor: nextCursor,
})

export const feedCalls = {
  getFeed: {
    summary:
      'Posts nearby, circle after circle, newest first within each. The circles of `auto` are 5, 25 and 100 km, then everywhere',
    path: 'GET feed/get_feed',
    access: 'viewer',
    scope: 'read',
    actingAs: 'user_id',
    input: z.object({
      user_id: actingUserId,
      lat: latitudeInput,
      lon: longitudeInput,
      radius: z.enum(feedRadii).default('auto'),
      ...pageInput,
    }),
    output: feedPage,
    errors: [400],
  },

  getFollowingFeed: {
    summary: 'Posts of the people and at the places that the viewer follows, newest first',
    path: 'GET feed/get_following',
    access: 'viewer',
    scope: 'read',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, ...pageInput }),
    output: z.object({ success: z.literal(true), posts: z.array(post), next_cursor: nextCursor }),
    errors: [400],
  },
} as const satisfies Record<string, Endpoint>
