import { classNames } from './class-names.ts'
import styles from './Spinner.module.css'
import { uiText } from './ui.text.ts'

type SpinnerProps = {
  /** The name of the loading content; null if a text beside the spinner names it. */
  label?: string | null
  size?: number
  className?: string | undefined
}

export function Spinner({ label, size, className }: SpinnerProps) {
  const said = label === undefined ? uiText.loading : label
  return (
    <span
      className={classNames(styles.spinner, className)}
      role={said === null ? undefined : 'status'}
      aria-label={said ?? undefined}
    >
      <svg
        viewBox="0 0 24 24"
        width={size ?? 22}
        height={size ?? 22}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.6"
        strokeLinecap="round"
        aria-hidden
      >
        <circle cx="12" cy="12" r="9" opacity=".22" />
        <path d="M21 12a9 9 0 0 0-9-9" />
      </svg>
    </span>
  )
}
