import type { ReactNode } from 'react'
import { lazyDialog } from './lazy-dialog.tsx'

export type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The accessible name; shown above the content unless `titleHidden`. */
  title: string
  titleHidden?: boolean
  children: ReactNode
}

/** A modal menu that slides up from the bottom; on a wide screen it is centred. Its code loads when the first one opens. */
export const Sheet = lazyDialog<SheetProps, 'SheetBody'>(() => import('./SheetBody.tsx'), 'SheetBody')

/** Fetches the code of sheets before one opens, for example when the pointer enters the button. */
export const preloadSheet = Sheet.preload
