import { Drawer } from '@base-ui/react/drawer'
import type { ReactNode } from 'react'
import { useBackCloses } from './back-closes.ts'
import styles from './SheetBody.module.css'
import { uiText } from './ui.text.ts'

export type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The accessible name; shown above the content unless `titleHidden`. */
  title: string
  titleHidden?: boolean
  children: ReactNode
}

const gapPx = 6
const marginPx = 8

/**
 * On a desk a sheet stands below what was pressed, or above it where there is no room below. Without a pressed control,
 * which Safari does not focus, it is centred.
 */
function placeAtPressed(popup: HTMLElement | null) {
  const pressed = document.activeElement
  if (!popup || !pressed || pressed === document.body || popup.contains(pressed)) return
  const { top, bottom, left, right } = pressed.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = popup
  const below = bottom + gapPx
  const hasRoomBelow = below + height <= window.innerHeight - marginPx
  const isAtLeft = left + right < window.innerWidth
  const x = Math.min(Math.max(isAtLeft ? left : right - width, marginPx), window.innerWidth - width - marginPx)
  popup.dataset.placed = ''
  popup.style.setProperty('--x', `${x}px`)
  popup.style.setProperty('--y', `${hasRoomBelow ? below : Math.max(marginPx, top - gapPx - height)}px`)
}

export function SheetBody({ open, onOpenChange, title, titleHidden, children }: SheetProps) {
  useBackCloses(open, () => onOpenChange(false))
  return (
    <Drawer.Root open={open} onOpenChange={onOpenChange}>
      <Drawer.Portal>
        <Drawer.Backdrop className={styles.backdrop} />
        <Drawer.Viewport className={styles.viewport}>
          <Drawer.Popup ref={placeAtPressed} className={styles.popup}>
            <div className={styles.handle} aria-hidden />
            <Drawer.Content className={styles.content}>
              <Drawer.Title className={titleHidden ? 'visually-hidden' : styles.title}>{title}</Drawer.Title>
              {children}
              <Drawer.Close className={styles.close}>{uiText.close}</Drawer.Close>
            </Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}
