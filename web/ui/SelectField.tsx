import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './TextField.module.css'

type SelectFieldProps<Value extends string> = {
  label: string
  /** Shown while nothing is chosen. */
  placeholder: string
  options: readonly { value: Value; label: string }[]
  /** Null: nothing chosen. */
  value: Value | null
  onChange: (value: Value) => void
  error?: string | null
}

/** A choice from more options than fit on the screen. */
export function SelectField<Value extends string>({
  label,
  placeholder,
  options,
  value,
  onChange,
  error,
}: SelectFieldProps<Value>) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={classNames(styles.box, styles.selectBox, error && styles.wrong)}>
        <select
          id={id}
          className={classNames(styles.input, styles.select)}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value as Value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
        >
          <option value="" disabled>
            {placeholder}
          </option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown className={styles.arrow} size={20} aria-hidden />
      </div>
      <p id={`${id}-note`} className={styles.error} role={error ? 'alert' : undefined} hidden={!error}>
        {error}
      </p>
    </div>
  )
}
