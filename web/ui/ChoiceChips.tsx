import { useId } from 'react'
import styles from './ChoiceChips.module.css'

type ChoiceChipsProps<Value extends string> = {
  /** The accessible name. */
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** Radio buttons in one line, which scrolls where it is too narrow. */
export function ChoiceChips<Value extends string>({ label, options, value, onChange }: ChoiceChipsProps<Value>) {
  const name = useId()
  return (
    <div className={styles.chips} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.chip}>
          <input
            className={styles.radio}
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
