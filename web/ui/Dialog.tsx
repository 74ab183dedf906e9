import type { DialogProps } from './DialogBody.tsx'
import { lazyDialog } from './lazy-part.tsx'
import type { LightboxProps } from './LightboxBody.tsx'
import type { SheetProps } from './SheetBody.tsx'

/** A modal dialog. Its code loads when the first one opens. */
export const Dialog = lazyDialog<DialogProps, 'DialogBody'>(() => import('./DialogBody.tsx'), 'DialogBody')

/**
 * A modal menu that slides up from the bottom; on a wide screen it stands where it was opened. Its code loads when the
 * first one opens.
 */
export const Sheet = lazyDialog<SheetProps, 'SheetBody'>(() => import('./SheetBody.tsx'), 'SheetBody')

/**
 * Pictures over the whole screen: swiped, zoomed, closed by a swipe down. Its code loads when the first one opens.
 */
export const Lightbox = lazyDialog<LightboxProps, 'LightboxBody'>(() => import('./LightboxBody.tsx'), 'LightboxBody')
