import { useState } from 'react'
import { preparePicture } from '#web/platform/prepare-picture.ts'

/** A picture for a post or story, prepared on the device. */
export function useChosenPicture() {
  const [image, setImage] = useState<string | null>(null)
  const [isPreparing, setPreparing] = useState(false)
  const [isUnreadable, setUnreadable] = useState(false)
  return {
    /** A data URL. */
    image,
    /** Publishing waits until the picture is ready. */
    isPreparing,
    /** The last chosen file is no picture that the browser can read. */
    isUnreadable,
    choose: (file: File) => {
      setPreparing(true)
      setUnreadable(false)
      preparePicture(file)
        .then(setImage, () => setUnreadable(true))
        .finally(() => setPreparing(false))
    },
    remove: () => {
      setImage(null)
      setUnreadable(false)
    },
  }
}
