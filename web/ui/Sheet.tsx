import { lazyDialog } from './lazy-part.tsx'
import type { SheetProps } from './SheetBody.tsx'

/**
 * A modal menu that slides up from the bottom; on a wide screen it stands where it was opened. Its code loads when the
 * first one opens.
 */
export const Sheet = lazyDialog<SheetProps, 'SheetBody'>(() => import('./SheetBody.tsx'), 'SheetBody')
