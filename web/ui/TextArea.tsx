import { type ComponentProps, useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './TextArea.module.css'
import fieldStyles from './TextField.module.css'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> & {
  label: string
  /** The label is visually hidden. */
  labelHidden?: boolean
  value: string
  onChange: (value: string) => void
  error?: string | null | undefined
  hint?: string | undefined
  /** With `maxLength`: shows the remaining characters when few are left. */
  countdown?: boolean
  /** With `maxLength`: always shows the number of characters. */
  counter?: boolean
  /** `bare` has no border; its container has one. */
  variant?: 'box' | 'bare'
}

export function TextArea({
  label,
  labelHidden,
  value,
  onChange,
  error,
  hint,
  countdown,
  counter,
  variant,
  className,
  ...native
}: TextAreaProps) {
  const id = useId()
  const note = error || hint
  const left = native.maxLength === undefined ? Infinity : native.maxLength - value.length
  const counts = native.maxLength !== undefined && (counter || (countdown && left <= native.maxLength / 5))
  return (
    <div className={classNames(fieldStyles.field, className)}>
      <label className={labelHidden ? 'visually-hidden' : fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        dir="auto"
        {...native}
        id={id}
        className={classNames(styles.area, styles[variant ?? 'box'], error && styles.wrong)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
      />
      {(note || counts) && (
        <div className={styles.footer}>
          <p
            id={`${id}-note`}
            className={error ? fieldStyles.error : fieldStyles.hint}
            role={error ? 'alert' : undefined}
          >
            {note}
          </p>
          {counts && (
            <span className={classNames(styles.left, left === 0 && styles.exhausted)}>
              {counter ? `${value.length}/${native.maxLength}` : left}
            </span>
          )}
        </div>
      )}
    </div>
  )
}
