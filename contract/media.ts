import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { actingUserId, id, imageAltInput, imageBodyLimit, imageInput } from './fields.ts'
import { fieldsText } from './fields.text.ts'

export const mediaCalls = {
  uploadPicture: {
    summary: 'Upload a picture for a post with several; a picture of no post is deleted after a day',
    path: 'POST posts/upload_picture',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    bodyLimit: imageBodyLimit,
    input: z.object({
      user_id: actingUserId,
      image: z.string({ error: fieldsText.imageRequired }).min(1, { error: fieldsText.imageRequired }).pipe(imageInput),
      image_alt: imageAltInput,
    }),
    output: z.object({ success: z.literal(true), picture_id: id }),
    errors: [400, 413, 415, 429, 503],
  },
  uploadVideo: {
    summary: 'Upload a video with its cover for a post',
    path: 'POST posts/upload_video',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    bodyLimit: 40_000_000,
    input: z.object({
      user_id: actingUserId,
      video: z.string(),
      image: z.string({ error: fieldsText.imageRequired }).min(1, { error: fieldsText.imageRequired }).pipe(imageInput),
      image_alt: imageAltInput,
    }),
    output: z.object({ success: z.literal(true), picture_id: id }),
    errors: [400, 413, 415, 429, 503],
  },
} as const satisfies Record<string, Endpoint>
