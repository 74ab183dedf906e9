import type { ReactNode } from 'react'
import { lazyDialog } from './lazy-dialog.tsx'

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
  /** False: neither Escape nor a click outside closes it, and it has no close button. */
  dismissible?: boolean
  /** Announced at once, as an alert dialog. */
  urgent?: boolean
}

/** A modal dialog. Its code loads when the first one opens. */
export const Dialog = lazyDialog<DialogProps, 'DialogBody'>(() => import('./DialogBody.tsx'), 'DialogBody')

/** Fetches the code of dialogs before one opens, for example when the pointer enters the button. */
export const preloadDialog = Dialog.preload
