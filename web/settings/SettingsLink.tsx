import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import styles from './SettingsLink.module.css'
import { settingsText } from './settings.text.ts'

type SettingsLinkProps = {
  to: string
  /** The number of open items; empty for none. */
  count?: string
  children: string
}

export const SettingsLink = ({ to, count, children }: SettingsLinkProps) => (
  <Link className={styles.link} to={to}>
    <span>{children}</span>
    {count && (
      <span className={styles.count}>
        {count}
        <span className="visually-hidden"> {settingsText.reportsToReview}</span>
      </span>
    )}
    <ChevronRight className={styles.more} size={20} aria-hidden />
  </Link>
)
