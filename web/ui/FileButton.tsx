import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './FileButton.module.css'

type FileButtonProps = {
  /** The accessible name, if the content has none. */
  label?: string
  /** The visible content. */
  children: ReactNode
  /** With `multiple` called once for each file, in their order. */
  onFile: (file: File) => void
  multiple?: boolean
  /** Of what kind the file is. */
  accept?: 'image/*' | 'video/*' | 'image/*,video/*'
  /** Opens the camera, where there is one. */
  capture?: 'environment'
  disabled?: boolean
  className?: string | undefined
}

/** A button that chooses a file, by default an image. */
export function FileButton({
  label,
  children,
  onFile,
  multiple,
  accept = 'image/*',
  capture,
  disabled,
  className,
}: FileButtonProps) {
  return (
    <label className={classNames(styles.button, className)}>
      <input
        className="hidden-control"
        type="file"
        accept={accept}
        aria-label={label}
        multiple={multiple}
        capture={capture}
        disabled={disabled}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Allows choosing the same file again.
          target.value = ''
          for (const file of files) onFile(file)
        }}
      />
      {children}
    </label>
  )
}
