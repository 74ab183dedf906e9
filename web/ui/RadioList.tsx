import { useId } from 'react'
import styles from './RadioList.module.css'

type RadioListProps<Value extends string> = {
  /** The accessible name. */
  label: string
  options: readonly { value: Value; label: string }[]
  /** Null: none selected. */
  value: Value | null
  disabled?: boolean
  onChange: (value: Value) => void
}

/** Radio buttons below each other. */
export function RadioList<Value extends string>({ label, options, value, disabled, onChange }: RadioListProps<Value>) {
  const name = useId()
  return (
    <div className={styles.list} role="radiogroup" aria-label={label} aria-disabled={disabled}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            className={styles.radio}
            type="radio"
            disabled={disabled}
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
