import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '#web/ui/class-names.ts'
import styles from './RowLink.module.css'

type RowLinkProps = { to: string; className?: string | undefined; children: ReactNode }

/** The link of a row: the whole row is the link's. The row is positioned, and what is pressed by itself in it is laid over the link. */
export function RowLink({ to, className, children }: RowLinkProps) {
  return (
    <Link className={classNames(styles.link, className)} to={to}>
      {children}
    </Link>
  )
}
