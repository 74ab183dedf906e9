import { Download, Printer } from 'lucide-react'
import { createPortal } from 'react-dom'
import { pagePaths } from '#contract/page-paths.ts'
import { townLabel } from '#contract/town-label.ts'
import { serverName } from '#web/platform/server-identity.ts'
import { Button } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { useRootAttribute } from '#web/ui/root-attribute.ts'
import { uiText } from '#web/ui/ui.text.ts'
import { qrPicture } from './place-qr.ts'
import type { Place } from './places.api.ts'
import { placesText } from './places.text.ts'
import styles from './PlaceQrDialog.module.css'

type CodeProps = { place: Place; link: string; picture: string }

/** A sheet of paper to hang up at the place. Only printers see it, and they see nothing else. */
function PlacePoster({ place, link, picture }: CodeProps) {
  useRootAttribute('data-poster')
  return createPortal(
    <div className={styles.poster}>
      <p dir="auto" className={styles.posterName}>
        {place.location_name}
      </p>
      <p>{townLabel(place)}</p>
      <img className={styles.posterCode} src={picture} alt="" />
      <p className={styles.posterLine}>{placesText.posterLine}</p>
      <p>{serverName()}</p>
      <p className={styles.posterLink}>{link}</p>
    </div>,
    document.body,
  )
}

type PlaceQrDialogProps = { place: Place; open: boolean; onOpenChange: (open: boolean) => void }

/** The QR code of a place's page, to be printed or kept as a file. */
export function PlaceQrDialog({ place, open, onOpenChange }: PlaceQrDialogProps) {
  const name = place.location_name
  const link = window.location.origin + pagePaths.location(place.id)
  const picture = qrPicture(link)
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title={placesText.qr}
        text={placesText.qrText}
        actions={
          <>
            <Button variant="outline" size="small" onClick={() => onOpenChange(false)}>
              {uiText.close}
            </Button>
            <Button size="small" icon={<Printer size={18} aria-hidden />} onClick={() => window.print()}>
              {placesText.printQr}
            </Button>
          </>
        }
      >
        <Stack gap={1} className={styles.content}>
          <img className={styles.code} src={picture} alt={placesText.qrOf(name)} />
          <p dir="auto" className={styles.name}>
            {name}
          </p>
          <p className={styles.detail}>{[townLabel(place), serverName()].filter(Boolean).join(' · ')}</p>
          <p className={classNames(styles.detail, styles.link)}>{link}</p>
          <Button
            className={styles.download}
            size="small"
            variant="soft"
            icon={<Download size={18} aria-hidden />}
            render={({ className, children }) => (
              // The browser replaces what its system does not allow in the name of a file.
              <a className={className} href={picture} download={placesText.qrFile(name)}>
                {children}
              </a>
            )}
          >
            {placesText.downloadQr}
          </Button>
        </Stack>
      </Dialog>
      {open && <PlacePoster place={place} link={link} picture={picture} />}
    </>
  )
}
