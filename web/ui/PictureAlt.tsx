import { useState } from 'react'
import { Button } from './Button.tsx'
import { classNames } from './class-names.ts'
import { Dialog } from './Dialog.tsx'
import { DialogButton } from './DialogButton.tsx'
import styles from './PictureAlt.module.css'
import { uiText } from './ui.text.ts'

type PictureAltProps = {
  alt: string
  className?: string | undefined
  /** Called when the description opens and closes. */
  onOpenChange?: (open: boolean) => void
}

/** A mark on a picture that has a description; it opens the words. */
export function PictureAlt({ alt, className, onOpenChange }: PictureAltProps) {
  const [isOpen, setOpen] = useState(false)
  const change = (open: boolean) => {
    setOpen(open)
    onOpenChange?.(open)
  }
  return (
    <>
      <DialogButton
        as="button"
        type="button"
        className={classNames(styles.mark, className)}
        aria-label={uiText.openPictureAlt}
        onClick={() => change(true)}
      >
        <span className={styles.label}>{uiText.alt}</span>
      </DialogButton>
      <Dialog
        open={isOpen}
        onOpenChange={change}
        title={uiText.pictureAlt(0)}
        text={alt}
        actions={
          <Button size="small" onClick={() => change(false)}>
            {uiText.close}
          </Button>
        }
      />
    </>
  )
}
