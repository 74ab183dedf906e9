import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './ListRow.module.css'

type ListRowProps = {
  /** Picture and name. */
  children: ReactNode
  /** Renders picture and name as a link. */
  render?: (props: { className: string; children: ReactNode }) => ReactNode
  /** A control above the picture, which a link cannot contain. */
  over?: ReactNode
  /** At the right end. */
  trailing?: ReactNode
  /** `trailing` is wide and wraps below a long name. */
  wraps?: boolean
}

type ListRowsProps = {
  /** The accessible name. */
  label: string
  busy: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** A list of people or places. */
export const ListRows = ({ label, busy, className, children }: ListRowsProps) => (
  <ul className={classNames(styles.list, className)} aria-label={label} aria-busy={busy}>
    {children}
  </ul>
)

/** A row of it. */
export function ListRow({ children, render, over, trailing, wraps }: ListRowProps) {
  const className = styles.main ?? ''
  return (
    <li className={classNames(styles.row, wraps && styles.wraps)}>
      {render ? render({ className, children }) : <div className={className}>{children}</div>}
      {over && <div className={styles.over}>{over}</div>}
      {trailing}
    </li>
  )
}
