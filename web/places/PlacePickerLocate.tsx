import { LocateFixed } from 'lucide-react'
import { useState } from 'react'
import { GeolocationError, locate, type Position } from '#web/platform/geolocation.ts'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toast.ts'
import styles from './PlacePickerLocate.module.css'
import { placesText } from './places.text.ts'

/** Offers to locate the device. */
export function PlacePickerLocate({ onLocated }: { onLocated?: (position: Position) => void }) {
  const [busy, setBusy] = useState(false)
  const find = () => {
    setBusy(true)
    locate()
      .then(onLocated)
      .catch((error: unknown) => {
        if (error instanceof GeolocationError) showToast(error.message, 'danger')
      })
      .finally(() => setBusy(false))
  }
  return (
    <div className={styles.locate}>
      <Button wide size="small" variant="soft" icon={<LocateFixed size={18} aria-hidden />} busy={busy} onClick={find}>
        {placesText.locateMe}
      </Button>
    </div>
  )
}
