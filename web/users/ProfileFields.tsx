import { Camera } from 'lucide-react'
import { useState } from 'react'
import { bioLimit } from '#contract/limits.ts'
import { platformText } from '#web/platform/platform.text.ts'
import { preparePicture } from '#web/platform/prepare-picture.ts'
import type { CropDialogProps } from '#web/posts/CropDialog.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FileButton } from '#web/ui/FileButton.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { showToast } from '#web/ui/toast.ts'
import { MentionArea } from './mentions/MentionArea.tsx'
import styles from './ProfileFields.module.css'
import { usersText } from './users.text.ts'

const CropDialog = lazyDialog<CropDialogProps, 'CropDialog'>(() => import('#web/posts/CropDialog.tsx'), 'CropDialog')

type ProfilePhotoProps = {
  username: string
  /** A URL or a data URL; null: none. */
  photo: string | null
  disabled: boolean
  /** A chosen photo is being prepared; saving has to wait for it. */
  preparing: boolean
  onPreparing: (preparing: boolean) => void
  onPhoto: (photo: string | null) => void
}

/** The photo of a profile; a click chooses another one, which is cut before it takes the place of the old one. */
export function ProfilePhoto({ username, photo, disabled, preparing, onPreparing, onPhoto }: ProfilePhotoProps) {
  const [chosen, setChosen] = useState({ count: 0, whole: '' })
  const [isCropping, setCropping] = useState(false)
  const crop = (whole: string) => {
    setChosen(({ count }) => ({ count: count + 1, whole }))
    setCropping(true)
  }
  const choose = (file: File) => {
    onPreparing(true)
    CropDialog.preload()
    preparePicture(file)
      .then(crop, () => showToast(platformText.unreadablePicture, 'danger'))
      .finally(() => onPreparing(false))
  }
  return (
    <div className={styles.place}>
      <FileButton
        className={styles.photo}
        label={usersText.changePhoto}
        disabled={disabled || preparing}
        onFile={choose}
      >
        <Avatar name={username} picture={photo} size={128} />
        <span className={styles.badge}>
          {preparing ? <Spinner label={usersText.preparingPicture} /> : <Camera size={20} aria-hidden />}
        </span>
      </FileButton>
      {photo && (
        <Button variant="quiet" size="small" disabled={disabled || preparing} onClick={() => onPhoto(null)}>
          {usersText.removePhoto}
        </Button>
      )}
      {/* Each photo begins anew. */}
      <CropDialog
        key={chosen.count}
        open={isCropping}
        onOpenChange={setCropping}
        picture={{ whole: chosen.whole, crop: null }}
        isRound
        onCrop={({ image }) => onPhoto(image)}
      />
    </div>
  )
}

type BioFieldProps = { value: string; readOnly: boolean; onChange: (bio: string) => void }

export const BioField = (props: BioFieldProps) => (
  <MentionArea
    label={usersText.bio}
    placeholder={usersText.bioPlaceholder}
    maxLength={bioLimit}
    counter
    rows={4}
    {...props}
  />
)
