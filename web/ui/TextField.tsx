import { Eye, EyeOff, Search, X } from 'lucide-react'
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
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
  const box = useFilledInput(value, onChange)
  return (
    <div className={classNames(styles.field, className)}>
      <label className={labelHidden ? 'visually-hidden' : styles.label} htmlFor={id}>
        {label}
      </label>
      <div ref={box} className={classNames(styles.box, error && styles.wrong)}>
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

/**
 * Some browsers and password managers fill a field without an event: what it holds counts when its form is submitted.
 * Returns the ref of the element around the input.
 */
function useFilledInput(value: string, onChange: (value: string) => void) {
  const box = useRef<HTMLDivElement>(null)
  const take = useEffectEvent((filled: string) => {
    if (filled !== value) flushSync(() => onChange(filled))
  })
  useEffect(() => {
    const input = box.current?.querySelector('input')
    const form = input?.form
    if (!input || !form) return undefined
    let filled = ''
    const removal = new AbortController()
    // All fields are read before the first is taken: React then writes into the others what it knows.
    const read = () => {
      filled = input.value
    }
    form.addEventListener('submit', read, { capture: true, signal: removal.signal })
    form.addEventListener('submit', () => take(filled), { signal: removal.signal })
    return () => removal.abort()
  }, [])
  return box
}

type SearchFieldProps = Omit<ComponentProps<typeof TextField>, 'ref'> & {
  ref?: RefObject<HTMLInputElement | null>
  /** Shows a button that empties the field. */
  clearable?: boolean
}

/** A field for the words of a search; its label is the placeholder. */
export function SearchField({ ref, clearable, trailing, ...field }: SearchFieldProps) {
  const own = useRef<HTMLInputElement>(null)
  const input = ref ?? own
  const clear = () => {
    field.onChange('')
    input.current?.focus()
  }
  return (
    <TextField
      ref={input}
      type="search"
      labelHidden
      placeholder={field.label}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      icon={<Search size={20} aria-hidden />}
      trailing={
        clearable && field.value ? (
          <IconButton label={uiText.clearSearch} onClick={clear}>
            <X size={20} aria-hidden />
          </IconButton>
        ) : (
          trailing
        )
      }
      {...field}
    />
  )
}
