import { Camera } from 'lucide-react'
import { useState } from 'react'
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
  /** An address or a data URL; null where there is none. */
  photo: string | null
  disabled: boolean
  onPhoto: (photo: string | null) => void
}

/** A press on the photo chooses another one. */
export function ProfilePhoto({ username, photo, disabled, onPhoto }: ProfilePhotoProps) {
  const [preparing, setPreparing] = useState(false)
  const take = (file: File) => {
    setPreparing(true)
    preparePicture(file)
      .then(onPhoto, () => showToast(usersText.unreadable, 'danger'))
      .finally(() => setPreparing(false))
  }
  return (
    <div className={styles.place}>
      <FileButton className={styles.photo} label={usersText.changePhoto} disabled={disabled || preparing} onFile={take}>
        <Avatar name={username} picture={photo} size={128} />
        <span className={styles.badge}>{preparing ? <Spinner label={usersText.preparing} /> : <Camera size={20} aria-hidden />}</span>
      </FileButton>
      {photo && (
        <Button variant="quiet" size="small" disabled={disabled} onClick={() => onPhoto(null)}>
          {usersText.removePhoto}
        </Button>
      )}
    </div>
  )
}
