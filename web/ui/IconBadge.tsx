import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './IconBadge.module.css'

type IconBadgeProps = {
  children: ReactNode
  /** Pixels. */
  size: 40 | 44 | 48
  shape?: 'circle' | 'square'
  className?: string | undefined
}

/** An icon on a tinted background, at the start of a row. Decorative. */
export const IconBadge = ({ children, size, shape, className }: IconBadgeProps) => (
  <span
    className={classNames(styles.badge, shape === 'square' && styles.square, className)}
    style={{ '--badge-size': `${size}px` }}
    aria-hidden
  >
    {children}
  </span>
)
