import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { SettingsSection } from './SettingsSection.tsx'
import { Button } from '#web/ui/Button.tsx'
import { dialogTriggerProps } from '#web/ui/Dialog.tsx'
import styles from './EditableSection.module.css'

type EditableSectionProps = {
  title: string
  /** An explanation of the fields. */
  text: string
  addLabel: string
  /** The reason why none can be added, or null. */
  unavailableReason: string | null
  /** Opens the dialog that adds one. */
  onAdd: () => void
  /** The rows. */
  children: ReactNode
}

/** A section of things of one kind, to which more can be added. */
export const EditableSection = ({
  title,
  text,
  addLabel,
  unavailableReason,
  onAdd,
  children,
}: EditableSectionProps) => (
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
