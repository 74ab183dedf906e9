import { useSyncExternalStore } from 'react'
import { upload } from '#web/platform/upload.ts'
import { createEmitter } from '#web/ui/emitter.ts'

/** `image`: a data URL. */
type NewVideo = { user_id: number; video: Blob; image: string; image_alt: string }

/** How much of a video has left the device, 0 to 1, by the `client_id` of the post, story or message it is for. */
const sentParts = new Map<string, number>()
const changes = createEmitter()

function setPart(clientId: string, part: number | undefined): void {
  if (part === undefined) sentParts.delete(clientId)
  else sentParts.set(clientId, part)
  changes.emit()
}

/** Uploads the video of a post, story or message. */
export async function uploadVideo(clientId: string, { user_id, video, image, image_alt }: NewVideo) {
  const form = new FormData()
  form.append('user_id', String(user_id))
  form.append('image', image)
  form.append('image_alt', image_alt)
  form.append('video', video, 'video.mp4')
  try {
    return await upload('uploadVideo', form, (part) => setPart(clientId, part))
  } finally {
    setPart(clientId, undefined)
  }
}

/** The part of a video that has been sent, 0 to 1; undefined while none is. */
export const useSentPart = (clientId: string): number | undefined =>
  useSyncExternalStore(changes.subscribe, () => sentParts.get(clientId))
