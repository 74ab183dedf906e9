import { ArrowLeft, ArrowRight, X } from 'lucide-react'
import { pictureAltLimit } from '#contract/limits.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { PictureAltField } from '#web/ui/PictureAltField.tsx'
import type { ChosenPictures } from './chosen-pictures.ts'
import { CropButton } from './CropButton.tsx'
import styles from './NewPictureDialog.module.css'
import { postsText } from './posts.text.ts'

type NewPictureDialogProps = {
  pictures: ChosenPictures
  /** The place of the picture among them. */
  index: number
  open: boolean
  onClose: () => void
}

/** One picture of a new post: its description, its crop, its place among the others. */
export function NewPictureDialog({ pictures, index, open, onClose }: NewPictureDialogProps) {
  const { list, describe, crop, move, remove } = pictures
  const picture = list[index]
  const count = list.length
  return (
    <Dialog
      size="tall"
      open={open && picture !== undefined}
      onOpenChange={onClose}
      title={count === 1 ? postsText.onePicture : postsText.pictures(index + 1, count)}
      actions={<Button onClick={onClose}>{postsText.pictureDone}</Button>}
    >
      {picture && (
        <Stack gap={3}>
          <img className={styles.picture} src={picture.image} alt="" />
          <div className={styles.tools}>
            <CropButton label={postsText.crop} picture={picture} onCrop={(cropped) => crop(picture.key, cropped)} />
            {count > 1 && (
              <>
                <IconButton
                  label={postsText.movePictureUp}
                  disabled={index === 0}
                  onClick={() => move(picture.key, index - 1)}
                >
                  <ArrowLeft size={20} />
                </IconButton>
                <IconButton
                  label={postsText.movePictureDown}
                  disabled={index === count - 1}
                  onClick={() => move(picture.key, index + 1)}
                >
                  <ArrowRight size={20} />
                </IconButton>
              </>
            )}
            <IconButton
              label={postsText.removePicture}
              onClick={() => {
                onClose()
                remove(picture.key)
              }}
            >
              <X size={20} />
            </IconButton>
          </div>
          <PictureAltField
            rows={3}
            maxLength={pictureAltLimit}
            alt={picture.alt}
            onAlt={(alt) => describe(picture.key, alt)}
          />
        </Stack>
      )}
    </Dialog>
  )
}
