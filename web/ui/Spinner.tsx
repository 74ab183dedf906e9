import { classNames } from './class-names.ts'
import styles from './Spinner.module.css'
import { uiText } from './ui.text.ts'

type SpinnerProps = {
  /** What is being waited for; null where the text beside it says it already. */
  label?: string | null
  size?: number
  className?: string | undefined
}

export function Spinner({ label = uiText.loading, size = 22, className }: SpinnerProps) {
  return (
    <span className={classNames(styles.spinner, className)} role={label === null ? undefined : 'status'} aria-label={label ?? undefined}>
      <svg viewBox="0 0 24 24" width={size} height={size} fill="none" stroke="currentColor" strokeWidth="2.6" strokeLinecap="round" aria-hidden>
        <circle cx="12" cy="12" r="9" opacity=".22" />
        <path d="M21 12a9 9 0 0 0-9-9" />
      </svg>
    </span>
  )
}
