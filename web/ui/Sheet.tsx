import { lazy, type ReactNode, Suspense, useState } from 'react'

export type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Its name; drawn above the content unless `titleHidden`. */
  title: string
  titleHidden?: boolean
  children: ReactNode
}

const loadBody = () => import('./SheetBody.tsx')
const SheetBody = lazy(() => loadBody().then((module) => ({ default: module.SheetBody })))

/** Fetches what a sheet needs before it is opened, for instance when a pointer comes near. */
export const preloadSheet = () => void loadBody().catch(() => undefined)

/** A modal that comes up from the bottom, for menus; on a wide screen it stands in the middle. */
export function Sheet(props: SheetProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <SheetBody {...props} />
    </Suspense>
  )
}
