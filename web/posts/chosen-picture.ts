import { useState } from 'react'
import { preparePicture } from '#web/platform/prepare-picture.ts'
import type { ChosenPicture } from './NewPostPicture.tsx'

export function useChosenPicture(onUnreadable: () => void): ChosenPicture {
  const [image, setImage] = useState<string | null>(null)
  const [isPreparing, setPreparing] = useState(false)
  return {
    image,
    isPreparing,
    choose: (file) => {
      setPreparing(true)
      preparePicture(file)
        .then(setImage, onUnreadable)
        .finally(() => setPreparing(false))
    },
    remove: () => setImage(null),
  }
}
