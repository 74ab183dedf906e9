import type { DialogProps } from './DialogBody.tsx'
import { lazyDialog } from './lazy-part.tsx'

/** A modal dialog. Its code loads when the first one opens. */
export const Dialog = lazyDialog<DialogProps, 'DialogBody'>(() => import('./DialogBody.tsx'), 'DialogBody')
