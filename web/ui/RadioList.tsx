import { useId } from 'react'
import styles from './RadioList.module.css'

type RadioListProps<Value extends string> = {
  /** What is chosen here. */
  label: string
  options: readonly { value: Value; label: string }[]
  /** Null: nothing yet. */
  value: Value | null
  onChange: (value: Value) => void
}

/** One of several, one below the other. */
export function RadioList<Value extends string>({ label, options, value, onChange }: RadioListProps<Value>) {
  const name = useId()
  return (
    <div className={styles.list} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            className={styles.radio}
            type="radio"
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
