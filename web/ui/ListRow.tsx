import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './ListRow.module.css'

type ListRowProps = {
  /** Who or what it is. */
  children: ReactNode
  /** Makes it a link. */
  render?: (clothes: { className: string; children: ReactNode }) => ReactNode
  /** Lies over the picture: what a link cannot hold. */
  over?: ReactNode
  /** At the right. */
  trailing?: ReactNode
  /** What stands at the right is wide: below a long name it takes a line of its own. */
  wraps?: boolean
}

/** One row of a list of people or places. */
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
