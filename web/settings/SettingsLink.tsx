import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import styles from './SettingsLink.module.css'
import { settingsText } from './settings.text.ts'

type SettingsLinkProps = {
  to: string
  /** The number of open items; empty for none. */
  waiting?: string
  children: string
}

export const SettingsLink = ({ to, waiting, children }: SettingsLinkProps) => (
  <Link className={styles.link} to={to}>
    <span>{children}</span>
    {waiting && (
      <span className={styles.loading}>
        {waiting}
        <span className="visually-hidden"> {settingsText.reportsToReview}</span>
      </span>
    )}
    <ChevronRight className={styles.more} size={20} aria-hidden />
  </Link>
)
