import { Camera, ImagePlus, X } from 'lucide-react'
import { pictureAltLimit } from '#contract/limits.ts'
import type { ChosenPicture } from '#web/platform/chosen-picture.ts'
import { FileButton } from '#web/ui/FileButton.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PictureAltField } from '#web/ui/PictureAltField.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { FormProblem } from './FormProblem.tsx'
import styles from './NewPostPicture.module.css'
import { postsText } from './posts.text.ts'

type NewPostPictureProps = {
  picture: ChosenPicture
  /** What is wrong without one. */
  problem?: string | null
}

export function NewPostPicture({
  picture: { image, alt, setAlt, isPreparing, isUnreadable, choose, remove },
  problem,
}: NewPostPictureProps) {
  return (
    <div className={styles.part}>
      {image && (
        <div className={styles.preview}>
          <img className={styles.picture} src={image} alt={postsText.preview} />
          <IconButton className={styles.remove} label={postsText.removePicture} onClick={remove}>
            <X size={20} />
          </IconButton>
        </div>
      )}
      {image && <PictureAltField className={styles.alt} maxLength={pictureAltLimit} alt={alt} onAlt={setAlt} />}
      <FormProblem className={styles.problem} text={isUnreadable ? postsText.unreadablePicture : problem} />
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
    </div>
  )
}
