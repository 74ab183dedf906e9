import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './Segmented.module.css'

type LinkProps = { className: string | undefined; 'aria-current': 'page' | undefined; children: string }
type SegmentedLinksProps = {
  /** The accessible name. */
  label: string
  links: readonly { path: string; label: string }[]
  current: string
  render: (path: string, props: LinkProps) => ReactNode
  className?: string | undefined
}

/** Looks like `Segmented`; each option is a page. */
export const SegmentedLinks = ({ label, links, current, render, className }: SegmentedLinksProps) => (
  <nav className={classNames(styles.group, className)} aria-label={label}>
    {links.map((link) =>
      render(link.path, {
        className: styles.option,
        'aria-current': link.path === current ? 'page' : undefined,
        children: link.label,
      }),
    )}
  </nav>
)
