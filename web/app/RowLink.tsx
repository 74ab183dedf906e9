import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '#web/ui/class-names.ts'
import styles from './RowLink.module.css'

type RowLinkProps = { to: string; className?: string | undefined; children: ReactNode }

/** A link of a row, which is positioned: the whole row is the link's; what is pressed by itself lies over it. */
export function RowLink({ to, className, children }: RowLinkProps) {
  return (
    <Link className={classNames(styles.link, className)} to={to}>
      {children}
    </Link>
  )
}
