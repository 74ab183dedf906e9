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

export function SheetBody({ open, onOpenChange, title, titleHidden, children }: SheetProps) {
  useBackCloses(open, () => onOpenChange(false))
  return (
    <Drawer.Root open={open} onOpenChange={onOpenChange}>
      <Drawer.Portal>
        <Drawer.Backdrop className={styles.backdrop} />
        <Drawer.Viewport className={styles.viewport}>
          <Drawer.Popup className={styles.popup}>
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
