import { type ComponentProps, useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './TextArea.module.css'
import fieldStyles from './TextField.module.css'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> & {
  label: string
  /** The label is read out, and not drawn. */
  labelHidden?: boolean
  value: string
  onChange: (value: string) => void
  error?: string | null | undefined
  hint?: string | undefined
  /** With `maxLength`: says how many characters are left when few are. */
  countdown?: boolean
  /** With `maxLength`: always says how many there are, of how many. */
  counter?: boolean
  /** `bare` has no box of its own; whoever holds it draws one. */
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
        <div className={styles.under}>
          <p
            id={`${id}-note`}
            className={error ? fieldStyles.error : fieldStyles.hint}
            role={error ? 'alert' : undefined}
          >
            {note}
          </p>
          {counts && (
            <span className={classNames(styles.left, left === 0 && styles.none)}>
              {counter ? `${value.length}/${native.maxLength}` : left}
            </span>
          )}
        </div>
      )}
    </div>
  )
}
