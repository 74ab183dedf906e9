import { useSyncExternalStore } from 'react'
import { upload } from '#web/platform/upload.ts'
import { createEmitter } from '#web/ui/emitter.ts'

/** `image`: a data URL. */
type NewVideo = { user_id: number; video: Blob; image: string; image_alt: string }

/** How much of a publication's video has left the device, 0 to 1, by the publication's id. */
const sentParts = new Map<string, number>()
const changes = createEmitter()

function setPart(publicationId: string, part: number | undefined): void {
  if (part === undefined) sentParts.delete(publicationId)
  else sentParts.set(publicationId, part)
  changes.emit()
}

/** Uploads the video of a post or story. */
export async function uploadVideo(publicationId: string, { user_id, video, image, image_alt }: NewVideo) {
  const form = new FormData()
  form.append('user_id', String(user_id))
  form.append('image', image)
  form.append('image_alt', image_alt)
  form.append('video', video, 'video.mp4')
  try {
    return await upload('uploadVideo', form, (part) => setPart(publicationId, part))
  } finally {
    setPart(publicationId, undefined)
  }
}

/** The part of a publication's video that has been sent, 0 to 1; undefined while none is. */
export const useSentPart = (publicationId: string): number | undefined =>
  useSyncExternalStore(changes.subscribe, () => sentParts.get(publicationId))
