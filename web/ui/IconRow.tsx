import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { IconBadge } from './IconBadge.tsx'
import styles from './IconRow.module.css'

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
