import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { actingUserId, latitudeInput, longitudeInput } from './fields.ts'
import { nextCursor, pageInput } from './paging.ts'
import { post } from './posts.ts'

export const feedCalls = {
  getFeed: {
    summary: 'Posts nearby, newest first, within the smallest radius that holds enough recent posts',
    access: 'viewer',
    actingAs: 'user_id',
    input: z.object({ user_id: actingUserId, lat: latitudeInput, lon: longitudeInput, ...pageInput }),
    output: z.object({
      success: z.literal(true),
      posts: z.array(post),
      has_more: z.boolean(),
      next_cursor: nextCursor,
      /** Kilometres around the given position; null means everywhere. */
      radius_km: z.literal([5, 25, 100]).nullable(),
    }),
    errors: [400],
  },
} as const satisfies Record<string, Endpoint>
