import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '#web/ui/class-names.ts'
import styles from './RowLink.module.css'

type RowLinkProps = { to: string; className?: string | undefined; isCurrent?: boolean; children: ReactNode }

/** A link that covers its row. The row is positioned, and its other controls have a higher z-index. */
export function RowLink({ to, className, isCurrent, children }: RowLinkProps) {
  return (
    <Link className={classNames(styles.link, className)} to={to} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </Link>
  )
}
