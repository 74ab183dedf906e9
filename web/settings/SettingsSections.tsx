import type { ReactNode } from 'react'
import styles from './SettingsSections.module.css'

/** The sections of a page, below each other. */
export const SettingsSections = ({ children }: { children: ReactNode }) => (
  <div className={styles.sections}>{children}</div>
)
