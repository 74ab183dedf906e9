import { useState } from 'react'
import type { PreparedVideo } from '#web/media/VideoForm.tsx'
import { useChosenPicture } from '#web/platform/chosen-picture.ts'

/** The photo or video of a new message. A video is cut before it is one. `onUnreadable`: as of a photo. */
export function useChosenAttachment(onUnreadable: () => void) {
  const photo = useChosenPicture(onUnreadable)
  const [video, setVideo] = useState<PreparedVideo | null>(null)
  const [uncut, setUncut] = useState<File | null>(null)
  const remove = () => {
    photo.remove()
    setVideo(null)
  }
  return {
    /** A data URL: the photo, or the cover of the video. */
    image: video?.cover ?? photo.image,
    video: video?.video,
    alt: photo.alt,
    setAlt: photo.setAlt,
    isPreparing: photo.isPreparing,
    choose(file: File) {
      if (file.type.startsWith('video/')) return setUncut(file)
      setVideo(null)
      photo.choose(file)
    },
    /** The chosen video, while it is being cut. */
    uncut,
    stopCutting: () => setUncut(null),
    setVideo(prepared: PreparedVideo) {
      photo.remove()
      setVideo(prepared)
    },
    remove,
  }
}
