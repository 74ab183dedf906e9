import type { SheetProps } from './SheetBody.tsx'
import { lazyDialog } from './lazy-dialog.tsx'

/**
 * A modal menu that slides up from the bottom; on a wide screen it is centred. Its code loads when the first one opens.
 */
export const Sheet = lazyDialog<SheetProps, 'SheetBody'>(() => import('./SheetBody.tsx'), 'SheetBody')

/** Fetches the code of sheets before one opens, for example when the pointer enters the button. */
export const preloadSheet = Sheet.preload
