import { X } from 'lucide-react'
import { pictureAltLimit } from '#contract/limits.ts'
import type { ChosenPicture } from '#web/platform/chosen-picture.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PictureAltField } from '#web/ui/PictureAltField.tsx'
import { FormProblem } from './FormProblem.tsx'
import { PictureButtons } from './PictureButtons.tsx'
import styles from './NewPostPicture.module.css'
import { postsText } from './posts.text.ts'

type NewPostPictureProps = {
  picture: ChosenPicture
  /** What is wrong without one. */
  problem?: string | null
}

/** The one picture of a story. */
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
      <PictureButtons isPreparing={isPreparing} onFile={choose} />
    </div>
  )
}
