import { Crop, X } from 'lucide-react'
import { useState } from 'react'
import { pictureAltLimit, storyVideoSeconds } from '#contract/limits.ts'
import { platformText } from '#web/platform/platform.text.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import { PlayMark } from '#web/ui/PlayMark.tsx'
import { PictureAltField } from '#web/ui/PictureAltField.tsx'
import type { CroppedPicture, ListedPicture, StoryPicture } from './chosen-pictures.ts'
import type { CropDialogProps } from './CropDialog.tsx'
import styles from './NewPostPicture.module.css'
import { PictureButtons } from './PictureButtons.tsx'
import { newPostText } from './new-post.text.ts'

const CropDialog = lazyDialog<CropDialogProps, 'CropDialog'>(() => import('./CropDialog.tsx'), 'CropDialog', Dialog)

type CropButtonProps = {
  label: string
  picture: ListedPicture
  onCrop: (cropped: CroppedPicture) => void
  className?: string | undefined
}

/** Opens the dialog that cuts a photo, whose code loads with it. */
export function CropButton({ label, picture, onCrop, className }: CropButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [openings, setOpenings] = useState(0)
  const open = () => {
    setOpenings(openings + 1)
    setOpen(true)
  }
  return (
    <>
      <DialogButton as={IconButton} opens={CropDialog} className={className} label={label} onClick={open}>
        <Crop size={20} />
      </DialogButton>
      {/* Each time it begins with the photo as it is. */}
      <CropDialog key={openings} open={isOpen} onOpenChange={setOpen} picture={picture} onCrop={onCrop} />
    </>
  )
}

type NewPostPictureProps = {
  picture: StoryPicture
  /** The problem if there is no picture. */
  problem?: string | null
}

/** The one picture of a story, or its video, of which the cover is shown. */
export function NewPostPicture({
  picture: { listed, describe, crop, isPreparing, isUnreadable, choose, chooseVideo, remove },
  problem,
}: NewPostPictureProps) {
  const isVideo = listed?.video !== undefined
  return (
    <Stack>
      {listed && (
        <div className={styles.preview}>
          <img className={styles.picture} src={listed.image} alt={newPostText.preview(isVideo)} />
          {isVideo && <PlayMark />}
          <div className={styles.tools}>
            {!isVideo && <CropButton label={newPostText.crop} picture={listed} onCrop={crop} />}
            <IconButton label={newPostText.removePicture(isVideo)} onClick={remove}>
              <X size={20} />
            </IconButton>
          </div>
        </div>
      )}
      {listed && (
        <PictureAltField
          className={styles.alt}
          isVideo={isVideo}
          maxLength={pictureAltLimit}
          alt={listed.alt}
          onAlt={describe}
        />
      )}
      <PictureButtons
        problem={isUnreadable ? platformText.unreadablePicture : problem}
        isPreparing={isPreparing}
        longestVideoSeconds={storyVideoSeconds}
        onPhoto={choose}
        onVideo={chooseVideo}
      />
    </Stack>
  )
}
