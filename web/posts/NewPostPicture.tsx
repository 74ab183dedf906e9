import { Camera, Crop, ImagePlus, Video, X } from 'lucide-react'
import { useState } from 'react'
import { pictureAltLimit } from '#contract/limits.ts'
import { platformText } from '#web/platform/platform.text.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { FileButton } from '#web/ui/FileButton.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import { PictureAltField } from '#web/ui/PictureAltField.tsx'
import { useReceivedFiles } from '#web/ui/received-files.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import type { CroppedPicture, ListedPicture, StoryPicture } from './chosen-pictures.ts'
import { FormProblem } from './ComposerFrame.tsx'
import type { CropDialogProps } from './CropDialog.tsx'
import styles from './NewPostPicture.module.css'
import { newPostText } from './new-post.text.ts'

type PictureButtonsProps = {
  isPreparing: boolean
  problem: string | null | undefined
  /** Several may be chosen at once. */
  multiple?: boolean
  onFile: (file: File) => void
}

export const PictureButtons = ({ isPreparing, problem, multiple, onFile }: PictureButtonsProps) => (
  <>
    <FormProblem className={styles.problem} text={problem} />
    <Row wrap gap={1} padding="1 2 2">
      <FileButton className={styles.camera} capture="environment" disabled={isPreparing} onFile={onFile}>
        <Camera size={20} aria-hidden />
        {newPostText.camera}
      </FileButton>
      <FileButton
        className={styles.camera}
        accept="video/*"
        capture="environment"
        disabled={isPreparing}
        onFile={onFile}
      >
        <Video size={20} aria-hidden />
        {newPostText.film}
      </FileButton>
      <FileButton accept="image/*,video/*" multiple={multiple ?? false} disabled={isPreparing} onFile={onFile}>
        <ImagePlus size={20} aria-hidden />
        {newPostText.gallery}
      </FileButton>
      {isPreparing && <Spinner className={styles.preparing} label={newPostText.preparingPicture} />}
    </Row>
  </>
)

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
          <img className={styles.picture} src={image} alt={newPostText.preview} />
          <div className={styles.tools}>
            {listed && <CropButton label={newPostText.crop} picture={listed} onCrop={crop} />}
            <IconButton label={newPostText.removePicture} onClick={remove}>
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
