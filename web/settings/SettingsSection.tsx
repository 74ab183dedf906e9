import { type ReactNode, useId } from 'react'
import { Stack } from '#web/ui/Layout.tsx'
import styles from './SettingsSection.module.css'

/** The sections of a page, below each other. */
export const SettingsSections = ({ children }: { children: ReactNode }) => (
  <Stack gap={6} padding="1 2 6" flush className={styles.sections}>
    {children}
  </Stack>
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

/** What a section is about. */
export const SettingsExplanation = ({ children }: { children: string }) => (
  <p className={styles.explanation}>{children}</p>
)

type SettingsChoiceProps = { label: string; hint: string; children?: ReactNode }

/** A row with a name, what it means, and what there is to choose. */
export const SettingsChoice = ({ label, hint, children }: SettingsChoiceProps) => (
  <div className={styles.choice}>
    <p className={styles.label}>{label}</p>
    <p className={styles.hint}>{hint}</p>
    {children}
  </div>
)
