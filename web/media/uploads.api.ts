import { useSyncExternalStore } from 'react'
import { call } from '#web/platform/api.ts'
import { upload } from '#web/platform/upload.ts'
import { createEmitter } from '#web/ui/emitter.ts'

/**
 * A picture of a post or story, or the cover of its `video`. `image`: a data URL. `picture_id`: that of its upload, once
 * the server has it.
 */
export type UploadedPicture = {
  image: string
  alt: string
  video?: Blob | undefined
  picture_id?: number | undefined
}
/** `client_id`: the publication’s. */
type Uploads = { user_id: number; client_id: string; pictures: readonly UploadedPicture[] }

/** How much of a publication's video has left the device, 0 to 1, by the publication's id. */
const sentParts = new Map<string, number>()
const changes = createEmitter()

function setPart(publicationId: string, part: number | undefined): void {
  if (part === undefined) sentParts.delete(publicationId)
  else sentParts.set(publicationId, part)
  changes.emit()
}

async function uploadVideo(publicationId: string, form: FormData) {
  try {
    return await upload('uploadVideo', form, (part) => setPart(publicationId, part))
  } finally {
    setPart(publicationId, undefined)
  }
}

function uploadPicture({ user_id, client_id }: Uploads, { image, alt, video }: UploadedPicture) {
  if (!video) return call('uploadPicture', { user_id, image, image_alt: alt })
  const form = new FormData()
  form.append('user_id', String(user_id))
  form.append('image', image)
  form.append('image_alt', alt)
  form.append('video', video, 'video.mp4')
  return uploadVideo(client_id, form)
}

/**
 * Uploads the pictures and videos that have not arrived in an earlier attempt: one after the other, as the server takes
 * them. @param keep stores how far it has got. @returns the ids.
 */
export async function uploadPictures(uploads: Uploads, keep: (pictures: UploadedPicture[]) => Promise<void>) {
  const pictures = [...uploads.pictures]
  for (const [index, picture] of pictures.entries()) {
    if (picture.picture_id !== undefined) continue
    const { picture_id } = await uploadPicture(uploads, picture)
    pictures[index] = { ...picture, picture_id }
    await keep([...pictures])
  }
  return pictures.map(({ picture_id }) => picture_id)
}

/** The part of a publication's video that has been sent, 0 to 1; undefined while none is. */
export const useSentPart = (publicationId: string): number | undefined =>
  useSyncExternalStore(changes.subscribe, () => sentParts.get(publicationId))
