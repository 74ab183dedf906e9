import { LocateFixed } from 'lucide-react'
import { useState } from 'react'
import { GeolocationError, locate, type Position } from '#web/platform/geolocation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { showToast } from '#web/ui/toast.ts'
import { placesText } from './places.text.ts'

type PlacePickerLocateProps = { isUpdate?: boolean; onLocated?: (position: Position) => void }

/** Offers to locate the device, again if it was before. */
export function PlacePickerLocate({ isUpdate, onLocated }: PlacePickerLocateProps) {
  const [busy, setBusy] = useState(false)
  const find = async () => {
    setBusy(true)
    try {
      const position = await locate()
      if (isUpdate) showToast(placesText.positionUpdated)
      onLocated?.(position)
    } catch (error) {
      if (error instanceof GeolocationError) showToast(error.message, 'danger')
    }
    setBusy(false)
  }
  return (
    <Stack padding="1 0 2">
      <Button
        wide
        size="small"
        variant="soft"
        icon={<LocateFixed size={18} aria-hidden />}
        busy={busy}
        onClick={() => void find()}
      >
        {isUpdate ? placesText.updatePosition : placesText.locateMe}
      </Button>
    </Stack>
  )
}
