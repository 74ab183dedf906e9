import { lazy, type ReactNode, Suspense, useState } from 'react'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  text?: ReactNode
  children?: ReactNode
  /** The buttons, the main one last. */
  actions?: ReactNode
  /** `tall` is for what scrolls: on a phone it takes nearly the whole screen. */
  size?: 'small' | 'tall'
  /** False: neither Escape nor a press outside closes it, and it has no close button. */
  dismissible?: boolean
  /** Read out at once, as an alert. */
  urgent?: boolean
}

const loadBody = () => import('./DialogBody.tsx')
const DialogBody = lazy(() => loadBody().then((module) => ({ default: module.DialogBody })))

/** Fetches what a dialog needs before it is opened, for instance when a pointer comes near. */
export const preloadDialog = () => void loadBody().catch(() => undefined)

/** A modal dialog. Its machinery is loaded when the first one opens. */
export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <DialogBody {...props} />
    </Suspense>
  )
}
