import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import styles from './FileButton.module.css'

type FileButtonProps = {
  icon: ReactNode
  children: string
  onFile: (file: File) => void
  /** Opens the camera at once, where there is one. */
  capture?: 'environment'
  disabled?: boolean
  className?: string | undefined
}

/** Chooses one image. */
export function FileButton({ icon, children, onFile, capture, disabled, className }: FileButtonProps) {
  return (
    <label className={classNames(styles.button, className)}>
      <input
        className={styles.input}
        type="file"
        accept="image/*"
        capture={capture}
        disabled={disabled}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // The same file may be chosen again.
          target.value = ''
          if (file) onFile(file)
        }}
      />
      {icon}
      {children}
    </label>
  )
}
