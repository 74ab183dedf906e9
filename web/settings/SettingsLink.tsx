import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { IconBadge } from '#web/ui/IconRow.tsx'
import { Muted } from '#web/ui/Layout.tsx'
import styles from './SettingsLink.module.css'
import { settingsText } from './settings.text.ts'

type SettingsLinkProps = {
  to: string
  /** Stands in a badge before the words. */
  icon?: ReactNode
  /** Stands before the words as it is. */
  picture?: ReactNode
  /** A line below the words. */
  note?: string
  /** The number of open items; empty for none. */
  count?: string
  children: string
}

export const SettingsLink = ({ to, icon, picture, note, count, children }: SettingsLinkProps) => (
  <Link className={styles.link} to={to}>
    {picture}
    {icon && (
      <IconBadge size={40} shape="square">
        {icon}
      </IconBadge>
    )}
    <span className={styles.words}>
      {children}
      {note && (
        <Muted as="span" size="label">
          {note}
        </Muted>
      )}
    </span>
    {count && (
      <span className={styles.count}>
        {count}
        <span className="visually-hidden"> {settingsText.reportsToReview}</span>
      </span>
    )}
    <ChevronRight className={styles.more} size={20} aria-hidden />
  </Link>
)
