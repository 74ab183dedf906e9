import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './IconRow.module.css'

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

export type IconRowProps = {
  icon: ReactNode
  title: string
  note?: ReactNode
  /** Highlights the note. */
  marked?: boolean
  /** Buttons. */
  children?: ReactNode
}

/** A row of a section: an icon, words, and buttons. */
export const IconRow = ({ icon, title, note, marked, children }: IconRowProps) => (
  <div className={styles.row}>
    <IconBadge size={40} shape="square">
      {icon}
    </IconBadge>
    <span className={styles.labels}>
      <span className={styles.title}>{title}</span>
      {note && <span className={classNames(styles.note, marked && styles.mark)}>{note}</span>}
    </span>
    {children && <span className={styles.action}>{children}</span>}
  </div>
)

type SheetItemProps = Omit<ComponentProps<'button'>, 'type' | 'className'> & {
  icon: ReactNode
  danger?: boolean
}

/** An item of a menu. */
export const SheetItem = ({ icon, children, danger, ...native }: SheetItemProps) => (
  <button type="button" {...native} className={classNames(styles.item, danger && styles.danger)}>
    <IconBadge size={40} className={styles.icon}>
      {icon}
    </IconBadge>
    {children}
  </button>
)
