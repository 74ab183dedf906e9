import { Switch as Base } from '@base-ui/react/switch'
import { type ReactNode, useId } from 'react'
import { Muted } from './Layout.tsx'
import styles from './Switch.module.css'

type SwitchProps = {
  label: string
  hint?: ReactNode
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A switch in a row of its own. Not for the first load: it brings Base UI code. */
export function Switch({ label, hint, checked, disabled = false, onChange }: SwitchProps) {
  const id = useId()
  return (
    <label className={styles.row} htmlFor={id}>
      <span className={styles.labels}>
        <span id={`${id}-label`} className={styles.label}>
          {label}
        </span>
        {hint && (
          <Muted as="span" id={`${id}-hint`} size="label">
            {hint}
          </Muted>
        )}
      </span>
      <Base.Root
        id={id}
        className={styles.track}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next)}
      >
        <Base.Thumb className={styles.thumb} />
      </Base.Root>
    </label>
  )
}
