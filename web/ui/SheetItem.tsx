import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { IconBadge } from './IconBadge.tsx'
import styles from './SheetItem.module.css'

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
