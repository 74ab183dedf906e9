import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { IconBadge } from './IconBadge.tsx'
import styles from './SheetItem.module.css'

type SheetItemProps = {
  icon: ReactNode
  children: ReactNode
  onClick: () => void
  danger?: boolean
  /** Called when the pointer or the focus reaches the item: loads what a click will need. */
  onPreload?: () => void
}

/** An item of a menu. */
export function SheetItem({ icon, children, onClick, danger, onPreload }: SheetItemProps) {
  return (
    <button
      type="button"
      className={classNames(styles.item, danger && styles.danger)}
      onClick={onClick}
      onPointerEnter={onPreload}
      onFocus={onPreload}
    >
      <IconBadge size={40} className={styles.icon}>
        {icon}
      </IconBadge>
      {children}
    </button>
  )
}
