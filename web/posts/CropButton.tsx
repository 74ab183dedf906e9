import { Crop } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '#web/ui/Dialog.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import type { CroppedPicture, ListedPicture } from './chosen-pictures.ts'
import type { CropDialogProps } from './CropDialog.tsx'

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
