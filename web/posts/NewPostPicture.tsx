import { Camera, ImagePlus, X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { FileButton } from './FileButton.tsx'
import styles from './NewPostPicture.module.css'
import { postsText } from './posts.text.ts'
import { preparePicture } from './prepare-picture.ts'

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
        <FileButton className={styles.camera} icon={<Camera size={20} aria-hidden />} capture="environment" disabled={preparing} onFile={take}>
          {postsText.camera}
        </FileButton>
        <FileButton icon={<ImagePlus size={20} aria-hidden />} disabled={preparing} onFile={take}>
          {postsText.gallery}
        </FileButton>
        {preparing && <Spinner className={styles.wait} label={postsText.preparing} />}
      </div>
    </>
  )
}
