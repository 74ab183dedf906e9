import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './IconButton.module.css'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** Its name, for who does not see the drawing. */
  label: string
  children: ReactNode
  tone?: 'ink' | 'soft' | 'danger' | 'violet'
}

export function IconButton({ label, children, tone = 'soft', className, ...native }: IconButtonProps) {
  return (
    <button type="button" {...native} className={classNames(styles.button, styles[tone], className)} aria-label={label} title={label}>
      {children}
    </button>
  )
}
