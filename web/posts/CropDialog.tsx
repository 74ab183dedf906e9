import { Minus, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { cropPicture, type PictureArea } from '#web/platform/prepare-picture.ts'
import { platformText } from '#web/platform/platform.text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Segmented } from '#web/ui/Choices.tsx'
import { showToast } from '#web/ui/toast.ts'
import type { CroppedPicture, ListedPicture } from './chosen-pictures.ts'
import styles from './CropDialog.module.css'
import { cropRatios, isWhole } from './picture-crop.ts'
import { newPostText } from './new-post.text.ts'
import { postsText } from './posts.text.ts'

export type CropDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  picture: Pick<ListedPicture, 'whole' | 'crop'>
  /** The photo is shown in a circle: its shape is a square, without a choice. */
  isRound?: boolean
  onCrop: (cropped: CroppedPicture) => void
}

const shapes = [
  { value: 'original', label: newPostText.cropOriginal },
  { value: 'square', label: '1:1' },
  { value: 'portrait', label: '4:5' },
  { value: 'wide', label: '16:9' },
] as const

const zooms = { min: 1, max: 4, step: 0.05 }
const centre = { x: 0, y: 0 }

/** Cuts a photo on the device, always from the whole one. Until it is applied, nothing changes. */
export function CropDialog({ open, onOpenChange, picture, isRound, onCrop }: CropDialogProps) {
  const { whole, crop } = picture
  const [shape, setShape] = useState(crop?.shape ?? (isRound ? 'square' : 'original'))
  const [position, setPosition] = useState(centre)
  const [zoom, setZoom] = useState(zooms.min)
  const [ownRatio, setOwnRatio] = useState<number | null>(null)
  const [area, setArea] = useState<PictureArea | null>(null)
  const [isBusy, setBusy] = useState(false)
  const zoomId = useId()

  const apply = () => {
    if (!area) return
    setBusy(true)
    const cropped = isWhole(area) ? null : { shape, area }
    const finish = (image: string) => {
      onCrop({ image, crop: cropped })
      onOpenChange(false)
    }
    const ready = cropped ? cropPicture(whole, area) : Promise.resolve(whole)
    ready.then(finish, () => showToast(platformText.unreadablePicture, 'danger')).finally(() => setBusy(false))
  }
  return (
    <Dialog
      size="tall"
      open={open}
      onOpenChange={onOpenChange}
      title={newPostText.crop}
      actions={
        <>
          <Button variant="outline" size="small" onClick={() => onOpenChange(false)}>
            {postsText.cancel}
          </Button>
          <Button size="small" busy={isBusy || !area} onClick={apply}>
            {newPostText.cropApply}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <div className={styles.stage}>
          <Cropper
            disableAutomaticStylesInjection
            image={whole}
            cropShape={isRound ? 'round' : 'rect'}
            aspect={cropRatios[shape] ?? ownRatio ?? 1}
            crop={position}
            onCropChange={setPosition}
            zoom={zoom}
            minZoom={zooms.min}
            maxZoom={zooms.max}
            onZoomChange={setZoom}
            onMediaLoaded={({ naturalWidth, naturalHeight }) => setOwnRatio(naturalWidth / naturalHeight)}
            onCropAreaChange={setArea}
            {...(crop && { initialCroppedAreaPercentages: crop.area })}
            mediaProps={{ alt: '' }}
            cropperProps={{ role: 'application', 'aria-label': newPostText.cropFrame }}
          />
        </div>
        {!isRound && (
          <div className={styles.shapes}>
            <Segmented
              label={newPostText.cropShape}
              options={shapes}
              value={shape}
              onChange={(next) => {
                setShape(next)
                setPosition(centre)
                setZoom(zooms.min)
              }}
            />
          </div>
        )}
        <div className={styles.zoom}>
          <Minus size={20} aria-hidden />
          <label className="visually-hidden" htmlFor={zoomId}>
            {newPostText.cropZoom}
          </label>
          <input
            id={zoomId}
            className={styles.slider}
            type="range"
            {...zooms}
            value={zoom}
            onChange={(event) => setZoom(event.target.valueAsNumber)}
          />
          <Plus size={20} aria-hidden />
        </div>
      </div>
    </Dialog>
  )
}
