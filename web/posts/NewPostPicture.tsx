import { Camera, ImagePlus, X } from 'lucide-react'
import { FileButton } from '#web/ui/FileButton.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import styles from './NewPostPicture.module.css'
import { postsText } from './posts.text.ts'

/** A chosen picture, prepared on the device. Publishing waits until it is ready. */
export type ChosenPicture = {
  /** A data URL. */
  image: string | null
  isPreparing: boolean
  choose: (file: File) => void
  remove: () => void
}

export function NewPostPicture({ picture: { image, isPreparing, choose, remove } }: { picture: ChosenPicture }) {
  return (
    <>
      {image && (
        <div className={styles.preview}>
          <img className={styles.picture} src={image} alt={postsText.preview} />
          <IconButton className={styles.remove} label={postsText.removePicture} onClick={remove}>
            <X size={20} />
          </IconButton>
        </div>
      )}
      <div className={styles.tools}>
        <FileButton className={styles.camera} capture="environment" disabled={isPreparing} onFile={choose}>
          <Camera size={20} aria-hidden />
          {postsText.camera}
        </FileButton>
        <FileButton disabled={isPreparing} onFile={choose}>
          <ImagePlus size={20} aria-hidden />
          {postsText.gallery}
        </FileButton>
        {isPreparing && <Spinner className={styles.spinner} label={postsText.preparingPicture} />}
      </div>
    </>
  )
}
