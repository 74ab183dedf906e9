import type { mediaCalls } from '#contract/media.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { type UploadContext, uploadPicture } from './uploads.actions.ts'

export const mediaRoutes = (context: UploadContext): Pick<Handlers, keyof typeof mediaCalls> => ({
  async uploadPicture({ image, image_alt }, { viewer, signal }) {
    const upload = { accountId: viewer.id, image, imageAlt: image_alt, video: null, signal }
    return { success: true, picture_id: await uploadPicture(context, upload) }
  },

  async uploadVideo({ video, image, image_alt }, { viewer, signal }) {
    const upload = { accountId: viewer.id, image, imageAlt: image_alt, video, signal }
    return { success: true, picture_id: await uploadPicture(context, upload) }
  },
})
