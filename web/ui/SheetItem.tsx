import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './SheetItem.module.css'

type SheetItemProps = {
  icon: ReactNode
  children: ReactNode
  onClick: () => void
  danger?: boolean
  /** A pointer or the focus comes near: the moment to load what the press will need. */
  onPreload?: () => void
}

/** One choice in a sheet. */
export function SheetItem({ icon, children, onClick, danger, onPreload }: SheetItemProps) {
  return (
    <button
      type="button"
      className={classNames(styles.item, danger && styles.danger)}
      onClick={onClick}
      onPointerEnter={onPreload}
      onFocus={onPreload}
    >
      <span className={styles.icon}>{icon}</span>
      {children}
    </button>
  )
}
