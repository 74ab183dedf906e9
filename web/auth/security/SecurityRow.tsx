import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { IconBadge } from '#web/ui/IconBadge.tsx'
import styles from './SecurityRow.module.css'

type SecurityRowProps = {
  icon: ReactNode
  title: string
  note?: ReactNode
  /** Highlights the note. */
  marked?: boolean
  /** Buttons. */
  children?: ReactNode
}

/** A row for a credential or a device. */
export const SecurityRow = ({ icon, title, note, marked, children }: SecurityRowProps) => (
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
