import { type ReactNode, useId } from 'react'
import styles from './SettingsSection.module.css'

/** The sections of a page, below each other. */
export const SettingsSections = ({ children }: { children: ReactNode }) => (
  <div className={styles.sections}>{children}</div>
)

/** Rows without a title of their own. */
export const SettingsCard = ({ children }: { children: ReactNode }) => <div className={styles.card}>{children}</div>

export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <SettingsCard>{children}</SettingsCard>
    </section>
  )
}
