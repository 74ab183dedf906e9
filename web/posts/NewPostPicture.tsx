import { Camera, ImagePlus, X } from 'lucide-react'
import { useState } from 'react'
import { preparePicture } from '#web/platform/prepare-picture.ts'
import { FileButton } from '#web/ui/FileButton.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import styles from './NewPostPicture.module.css'
import { postsText } from './posts.text.ts'

type NewPostPictureProps = {
  image: string | null
  onImage: (image: string | null) => void
  onUnreadable: () => void
}

export function NewPostPicture({ image, onImage, onUnreadable }: NewPostPictureProps) {
  const [preparing, setPreparing] = useState(false)
  const take = (file: File) => {
    setPreparing(true)
    preparePicture(file)
      .then(onImage, onUnreadable)
      .finally(() => setPreparing(false))
  }
  return (
    <>
      {image && (
        <div className={styles.preview}>
          <img className={styles.picture} src={image} alt={postsText.preview} />
          <IconButton className={styles.remove} label={postsText.removePicture} onClick={() => onImage(null)}>
            <X size={20} />
          </IconButton>
        </div>
      )}
      <div className={styles.tools}>
        <FileButton className={styles.camera} capture="environment" disabled={preparing} onFile={take}>
          <Camera size={20} aria-hidden />
          {postsText.camera}
        </FileButton>
        <FileButton disabled={preparing} onFile={take}>
          <ImagePlus size={20} aria-hidden />
          {postsText.gallery}
        </FileButton>
        {preparing && <Spinner className={styles.wait} label={postsText.preparing} />}
      </div>
    </>
  )
}
