import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useBackCloses } from './back-closes.ts'
import { classNames } from './class-names.ts'
import styles from './DialogBody.module.css'
import { IconButton } from './IconButton.tsx'
import { uiText } from './ui.text.ts'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  text?: ReactNode
  children?: ReactNode
  /** Buttons, the main one last. */
  actions?: ReactNode
  /** `tall` is for scrolling content: on a phone it takes nearly the whole screen. */
  size?: 'small' | 'tall'
  /** False: neither Escape nor Back nor a click outside closes it, and it has no close button. */
  dismissible?: boolean
  /** Announced at once, as an alert dialog. */
  urgent?: boolean
}

export function DialogBody({
  open,
  onOpenChange,
  title,
  text,
  children,
  actions,
  size,
  dismissible,
  urgent,
}: DialogProps) {
  const mayLeave = dismissible ?? true
  const change = (next: boolean) => {
    if (next || mayLeave) onOpenChange(next)
  }
  useBackCloses(open, () => change(false))
  return (
    <Base.Root open={open} disablePointerDismissal={!mayLeave} onOpenChange={change}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={classNames(styles.viewport, styles[size ?? 'small'])}>
          <Base.Popup className={styles.popup} role={urgent ? 'alertdialog' : 'dialog'}>
            <div className={styles.head}>
              <Base.Title className={styles.title}>{title}</Base.Title>
              {size === 'tall' && mayLeave && (
                <Base.Close
                  render={
                    <IconButton label={uiText.close}>
                      <X size={22} />
                    </IconButton>
                  }
                />
              )}
            </div>
            {text && <Base.Description className={styles.text}>{text}</Base.Description>}
            {children && <div className={styles.body}>{children}</div>}
            {actions && <div className={styles.actions}>{actions}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
