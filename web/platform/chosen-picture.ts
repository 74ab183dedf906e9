import { useRef, useState } from 'react'
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
  const lastChoice = useRef(0)
  const show = (prepared: string) => {
    setImage(prepared)
    setAlt('')
  }
  const refuse = () => {
    setUnreadable(true)
    onUnreadable?.()
  }
  /** Of two files chosen one after the other, the later one stays, whichever is ready first. */
  const choose = (file: File) => {
    const choice = ++lastChoice.current
    const finish = (take: () => void) => {
      if (choice !== lastChoice.current) return
      take()
      setPreparing(false)
    }
    setPreparing(true)
    setUnreadable(false)
    preparePicture(file).then(
      (prepared) => finish(() => show(prepared)),
      () => finish(refuse),
    )
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
    choose,
    remove: () => {
      setImage(null)
      setAlt('')
      setUnreadable(false)
    },
  }
}
