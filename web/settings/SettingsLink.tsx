import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import styles from './SettingsLink.module.css'

export const SettingsLink = ({ to, children }: { to: string; children: string }) => (
  <Link className={styles.link} to={to}>
    {children}
    <ChevronRight className={styles.more} size={20} aria-hidden />
  </Link>
)
