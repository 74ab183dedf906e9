import styles from './ProgressBar.module.css'

type ProgressBarProps = {
  /** The accessible name. */
  label: string
  /** Undefined while it is not known how far it is. */
  value?: number | undefined
  max?: number
}

/** How far something is. */
export const ProgressBar = ({ label, value, max = 1 }: ProgressBarProps) => (
  <progress className={styles.progress} aria-label={label} value={value} max={max} />
)
