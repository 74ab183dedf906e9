import type { ComponentProps, ElementType } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

type DialogButtonProps<Control extends ElementType> = {
  /** The button to render, if not a `Button`. */
  as?: Control
  /** What it opens. */
  opens?: { preload: () => void }
} & ComponentProps<Control>

/** A button that opens a dialog or sheet: it announces that, and fetches the code when pointer or focus reach it. */
export function DialogButton<Control extends ElementType = typeof Button>({
  as,
  opens = Dialog,
  ...props
}: DialogButtonProps<Control>) {
  const Control: ElementType = as ?? Button
  return <Control aria-haspopup="dialog" onPointerEnter={opens.preload} onFocus={opens.preload} {...props} />
}
