import { type ComponentProps, useEffect, useId, useLayoutEffect } from 'react'
import { classNames } from './class-names.ts'
import styles from './TextField.module.css'

/** Safari below 26.2 and Firefox below 152 do not. */
const growsByItself = () => CSS.supports('field-sizing', 'content')

function fit(field: HTMLTextAreaElement) {
  const { style } = field
  style.height = ''
  const { value, placeholder } = field
  // A placeholder needs as much room as the same text, but does not count as content that overflows.
  if (value === '' && placeholder !== '') field.value = placeholder
  const heightPx = field.scrollHeight
  if (value === '' && placeholder !== '') field.value = ''
  if (heightPx > field.clientHeight) style.height = `${heightPx + field.offsetHeight - field.clientHeight}px`
}

function fieldToGrow(id: string) {
  const field = document.getElementById(id)
  return field instanceof HTMLTextAreaElement && !growsByItself() ? field : null
}

/** Lets a text area grow with its text where the browser cannot, within the `max-height` of its style. */
function useGrowingHeight(id: string) {
  useLayoutEffect(() => {
    const field = fieldToGrow(id)
    if (field) fit(field)
  })
  // A field may be shown, or become wider, after its text was written.
  useEffect(() => {
    const field = fieldToGrow(id)
    if (!field) return
    let widthPx = 0
    const observer = new ResizeObserver(() => {
      if (field.clientWidth === widthPx) return
      widthPx = field.clientWidth
      fit(field)
    })
    observer.observe(field)
    return () => observer.disconnect()
  }, [id])
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> & {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | null | undefined
  hint?: string | undefined
  /** With `maxLength`: shows the remaining characters when few are left. */
  countdown?: boolean
  /** With `maxLength`: always shows the number of characters. */
  counter?: boolean
  /** `composer`: without border and visible label, which its container has, and with a countdown. */
  variant?: 'box' | 'composer'
}

export function TextArea({
  label,
  value,
  onChange,
  error,
  hint,
  variant = 'box',
  countdown,
  counter,
  className,
  ...native
}: TextAreaProps) {
  const id = useId()
  useGrowingHeight(id)
  const isComposer = variant === 'composer'
  const note = error || hint
  const left = native.maxLength === undefined ? Infinity : native.maxLength - value.length
  const counts =
    native.maxLength !== undefined && (counter || ((countdown || isComposer) && left <= native.maxLength / 5))
  return (
    <div className={classNames(styles.field, className)}>
      <label className={isComposer ? 'visually-hidden' : styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        dir="auto"
        {...native}
        id={id}
        className={classNames(styles.area, isComposer ? styles.composer : styles.framed, error && styles.wrongArea)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
      />
      {(note || counts) && (
        <div className={styles.footer}>
          <p id={`${id}-note`} className={error ? styles.error : styles.hint} role={error ? 'alert' : undefined}>
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
