import type { DialogProps } from './DialogBody.tsx'
import { lazyDialog } from './lazy-dialog.tsx'

/** A modal dialog. Its code loads when the first one opens. */
export const Dialog = lazyDialog<DialogProps, 'DialogBody'>(() => import('./DialogBody.tsx'), 'DialogBody')

/** Fetches the code of dialogs before one opens, for example when the pointer enters the button. */
export const preloadDialog = Dialog.preload

/** Props of a button that opens a dialog: they announce it and fetch its code early. */
export const dialogTriggerProps = {
  'aria-haspopup': 'dialog',
  onPointerEnter: preloadDialog,
  onFocus: preloadDialog,
} as const
