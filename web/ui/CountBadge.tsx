import { classNames } from './class-names.ts'
import { formatBadge } from './ui.text.ts'
import styles from './CountBadge.module.css'

type CountBadgeProps = {
  count: number
  className?: string | undefined
}

/** A small number on the corner of an icon. Decorative: the control that holds it names the count. */
export const CountBadge = ({ count, className }: CountBadgeProps) => (
  <span className={classNames(styles.badge, className)} aria-hidden>
    {formatBadge(count)}
  </span>
)
