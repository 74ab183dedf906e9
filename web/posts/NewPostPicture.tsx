import { X } from 'lucide-react'
import { pictureAltLimit } from '#contract/limits.ts'
import { platformText } from '#web/platform/platform.text.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { PictureAltField } from '#web/ui/PictureAltField.tsx'
import { useReceivedFiles } from '#web/ui/received-files.ts'
import type { StoryPicture } from './chosen-pictures.ts'
import { CropButton } from './CropButton.tsx'
import { PictureButtons } from './PictureButtons.tsx'
import styles from './NewPostPicture.module.css'
import { postsText } from './posts.text.ts'

type NewPostPictureProps = {
  picture: StoryPicture
  /** The problem if there is no picture. */
  problem?: string | null
}

/** The one picture of a story. */
export function NewPostPicture({
  picture: { listed, crop, image, alt, setAlt, isPreparing, isUnreadable, choose, remove },
  problem,
}: NewPostPictureProps) {
  useReceivedFiles(choose)
  return (
    <Stack>
      {image && (
        <div className={styles.preview}>
          <img className={styles.picture} src={image} alt={postsText.preview} />
          <div className={styles.tools}>
            {listed && <CropButton label={postsText.crop} picture={listed} onCrop={crop} />}
            <IconButton label={postsText.removePicture} onClick={remove}>
              <X size={20} />
            </IconButton>
          </div>
        </div>
      )}
      {image && <PictureAltField className={styles.alt} maxLength={pictureAltLimit} alt={alt} onAlt={setAlt} />}
      <PictureButtons
        problem={isUnreadable ? platformText.unreadablePicture : problem}
        isPreparing={isPreparing}
        onFile={choose}
      />
    </Stack>
  )
}
