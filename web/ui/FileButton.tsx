import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './FileButton.module.css'

type FileButtonProps = {
  /** Its name, if it is not in what it shows. */
  label?: string
  /** What it shows. */
  children: ReactNode
  onFile: (file: File) => void
  /** Opens the camera at once, where there is one. */
  capture?: 'environment'
  disabled?: boolean
  className?: string | undefined
}

/** Chooses one image. */
export function FileButton({ label, children, onFile, capture, disabled, className }: FileButtonProps) {
  return (
    <label className={classNames(styles.button, className)}>
      <input
        className={styles.input}
        type="file"
        accept="image/*"
        aria-label={label}
        capture={capture}
        disabled={disabled}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // The same file may be chosen again.
          target.value = ''
          if (file) onFile(file)
        }}
      />
      {children}
    </label>
  )
}
