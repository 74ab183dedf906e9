import { QrCode } from 'lucide-react'
import { useState } from 'react'
import { pagePaths } from '#contract/page-paths.ts'
import { Dialog, Sheet } from '#web/ui/Dialog.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { SheetItem } from '#web/ui/IconRow.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import { ShareLinkItems } from '#web/ui/ShareLinkItems.tsx'
import type { Place } from './places.api.ts'
import { placesText } from './places.text.ts'

const PlaceQrDialog = lazyDialog(() => import('./PlaceQrDialog.tsx'), 'PlaceQrDialog', Dialog)

type SharePlaceSheetProps = { place: Place; open: boolean; onOpenChange: (open: boolean) => void }

/** The ways to pass a place on: its link, and a code to print and hang up there. */
export function SharePlaceSheet({ place, open, onOpenChange }: SharePlaceSheetProps) {
  const [isQrShown, setQrShown] = useState(false)
  const close = () => onOpenChange(false)
  const showQr = () => {
    close()
    setQrShown(true)
  }
  return (
    <>
      <Sheet open={open} onOpenChange={onOpenChange} title={placesText.share}>
        <ShareLinkItems path={pagePaths.location(place.id)} title={place.location_name} onDone={close} />
        <DialogButton as={SheetItem} opens={PlaceQrDialog} icon={<QrCode size={20} />} onClick={showQr}>
          {placesText.qr}
        </DialogButton>
      </Sheet>
      <PlaceQrDialog place={place} open={isQrShown} onOpenChange={setQrShown} />
    </>
  )
}
