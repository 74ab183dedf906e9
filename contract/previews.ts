import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'

const pixels = z.coerce.number<number>().int().positive().max(100_000).optional()

export const previewsCalls = {
  getOembed: {
    summary: 'The preview of a public post, a place or a public profile by its address, as oEmbed 1.0 describes it',
    path: 'GET previews/oembed',
    access: 'public',
    scope: null,
    input: z.object({
      url: z.string().max(300),
      format: z.literal('json').optional(),
      maxwidth: pixels,
      maxheight: pixels,
    }),
    output: z.object({
      version: z.literal('1.0'),
      type: z.literal('link'),
      /** With the first words. */
      title: z.string(),
      author_name: z.string().optional(),
      author_url: z.string().optional(),
      provider_name: z.string(),
      provider_url: z.string(),
      /** Absent where it would be larger than asked for. */
      thumbnail_url: z.string().optional(),
      thumbnail_width: z.int().optional(),
      thumbnail_height: z.int().optional(),
    }),
    errors: [400, 404],
  },
} as const satisfies Record<string, Endpoint>
