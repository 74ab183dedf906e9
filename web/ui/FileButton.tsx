import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './FileButton.module.css'

type FileButtonProps = {
  /** The accessible name, if the content has none. */
  label?: string
  /** The visible content. */
  children: ReactNode
  onFile: (file: File) => void
  /** Opens the camera, where there is one. */
  capture?: 'environment'
  disabled?: boolean
  className?: string | undefined
}

/** A button that chooses an image file. */
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
          // Allows choosing the same file again.
          target.value = ''
          if (file) onFile(file)
        }}
      />
      {children}
    </label>
  )
}
