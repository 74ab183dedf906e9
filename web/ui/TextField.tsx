import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { classNames } from './class-names.ts'
import { IconButton } from './IconButton.tsx'
import styles from './TextField.module.css'
import { uiText } from './ui.text.ts'

type TextFieldProps = Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  label: string
  /** The label is visually hidden. */
  labelHidden?: boolean
  value: string
  onChange: (value: string) => void
  error?: string | null | undefined
  hint?: string | undefined
  icon?: ReactNode
  /** At the end of the field, for example a spinner. */
  trailing?: ReactNode
}

export function TextField({
  label,
  labelHidden,
  value,
  onChange,
  error,
  hint,
  icon,
  trailing,
  type,
  className,
  ...native
}: TextFieldProps) {
  const id = useId()
  const [revealed, setRevealed] = useState(false)
  const isPassword = type === 'password'
  const note = error || hint
  return (
    <div className={classNames(styles.field, className)}>
      <label className={labelHidden ? 'visually-hidden' : styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={classNames(styles.box, error && styles.wrong)}>
        {icon}
        <input
          {...native}
          id={id}
          className={styles.input}
          type={isPassword && revealed ? 'text' : type}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
        />
        {trailing}
        {isPassword && (
          <IconButton
            label={revealed ? uiText.hidePassword : uiText.showPassword}
            onClick={() => setRevealed(!revealed)}
          >
            {revealed ? <EyeOff size={20} /> : <Eye size={20} />}
          </IconButton>
        )}
      </div>
      <p
        id={`${id}-note`}
        className={error ? styles.error : styles.hint}
        role={error ? 'alert' : undefined}
        hidden={!note}
      >
        {note}
      </p>
    </div>
  )
}
