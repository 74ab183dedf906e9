import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { SettingsSection } from '#web/settings/SettingsSection.tsx'
import { Button } from '#web/ui/Button.tsx'
import { dialogTriggerProps } from '#web/ui/Dialog.tsx'
import styles from './CredentialsSection.module.css'

type CredentialsSectionProps = {
  title: string
  /** What these credentials are for. */
  text: string
  addLabel: string
  /** Why none can be added, or null. */
  unavailableReason: string | null
  /** Opens the dialog that adds one. */
  onAdd: () => void
  /** The rows. */
  children: ReactNode
}

/** Credentials of one kind, of which more can be added. */
export const CredentialsSection = ({
  title,
  text,
  addLabel,
  unavailableReason,
  onAdd,
  children,
}: CredentialsSectionProps) => (
  <SettingsSection title={title}>
    <p className={styles.explanation}>{text}</p>
    {children}
    {unavailableReason ? (
      <p className={styles.explanation}>{unavailableReason}</p>
    ) : (
      <div className={styles.add}>
        <Button wide variant="soft" icon={<Plus size={20} aria-hidden />} {...dialogTriggerProps} onClick={onAdd}>
          {addLabel}
        </Button>
      </div>
    )}
  </SettingsSection>
)
