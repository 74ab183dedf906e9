import { useState } from 'react'
import { preparePicture } from './prepare-picture.ts'

/**
 * A picture that somebody is about to publish or send, prepared on the device. `onUnreadable` is called for a file that
 * the browser cannot read.
 */
export function useChosenPicture(onUnreadable?: () => void) {
  const [image, setImage] = useState<string | null>(null)
  const [alt, setAlt] = useState('')
  const [isPreparing, setPreparing] = useState(false)
  const [isUnreadable, setUnreadable] = useState(false)
  const show = (prepared: string) => {
    setImage(prepared)
    setAlt('')
  }
  const refuse = () => {
    setUnreadable(true)
    onUnreadable?.()
  }
  return {
    /** A data URL. */
    image,
    /** Its description, for people who cannot see it. */
    alt,
    setAlt: (next: string) => setAlt(next),
    /** Sending waits until the picture is ready. */
    isPreparing,
    /** The last chosen file is no picture that the browser can read. */
    isUnreadable,
    choose: (file: File) => {
      setPreparing(true)
      setUnreadable(false)
      preparePicture(file)
        .then(show, refuse)
        .finally(() => setPreparing(false))
    },
    remove: () => {
      setImage(null)
      setAlt('')
      setUnreadable(false)
    },
  }
}
export type ChosenPicture = ReturnType<typeof useChosenPicture>
