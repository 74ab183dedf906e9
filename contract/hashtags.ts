import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { hashtagInput, latitudeInput, longitudeInput } from './fields.ts'
import { feedPage } from './feed.ts'
import { pageInput } from './paging.ts'

export const hashtagsCalls = {
  getHashtagPosts: {
    summary:
      'Posts with a hashtag, with or without accents and capitals. `near`: circle after circle around the position, ' +
      'as in the feed; `newest`: newest first',
    path: 'GET hashtags/get_posts',
    access: 'viewer',
    scope: 'read',
    input: z.object({
      tag: hashtagInput,
      order: z.enum(['near', 'newest']).default('near'),
      lat: latitudeInput,
      lon: longitudeInput,
      ...pageInput,
    }),
    output: feedPage,
    errors: [400],
  },
} as const satisfies Record<string, Endpoint>
