import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { actingUserId, id, imageAltInput, imageBodyLimit, imageInput, videoBodyLimit, videoInput } from './fields.ts'
import { fieldsText } from './fields.text.ts'

const requiredImage = z
  .string({ error: fieldsText.imageRequired })
  .min(1, { error: fieldsText.imageRequired })
  .pipe(imageInput)

export const mediaCalls = {
  uploadPicture: {
    summary: 'Upload a picture for a post with several, or for a story; one of neither is deleted after a day',
    path: 'POST posts/upload_picture',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    bodyLimit: imageBodyLimit,
    input: z.object({
      user_id: actingUserId,
      image: requiredImage,
      image_alt: imageAltInput,
    }),
    output: z.object({ success: z.literal(true), picture_id: id }),
    errors: [400, 413, 415, 429, 503],
  },

  uploadVideo: {
    summary:
      'Upload a video for a post or, of at most 30 seconds, for a story, with its cover: an MP4 of at most a minute in H.264 and AAC; one of neither is deleted after a day',
    path: 'POST posts/upload_video',
    access: 'viewer',
    scope: 'write',
    actingAs: 'user_id',
    bodyLimit: videoBodyLimit,
    input: z.object({
      user_id: actingUserId,
      video: videoInput,
      /** Its cover, of the same shape: shown until it plays, and where nothing does. */
      image: requiredImage,
      image_alt: imageAltInput,
    }),
    output: z.object({ success: z.literal(true), picture_id: id }),
    errors: [400, 413, 415, 429, 503],
  },
} as const satisfies Record<string, Endpoint>
