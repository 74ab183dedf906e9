import { Camera } from 'lucide-react'
import { preparePicture } from '#web/platform/prepare-picture.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FileButton } from '#web/ui/FileButton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { showToast } from '#web/ui/toast.ts'
import styles from './ProfilePhoto.module.css'
import { usersText } from './users.text.ts'

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

/** The photo of a profile; a click chooses another one. */
export function ProfilePhoto({ username, photo, disabled, preparing, onPreparing, onPhoto }: ProfilePhotoProps) {
  const choose = (file: File) => {
    onPreparing(true)
    preparePicture(file)
      .then(onPhoto, () => showToast(usersText.unreadablePicture, 'danger'))
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
    </div>
  )
}
