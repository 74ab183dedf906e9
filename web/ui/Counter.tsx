import type { ReactNode } from 'react'
import styles from './Counter.module.css'
import { formatCount } from './ui.text.ts'

type CounterProps = {
  label: string
  count: number
  /** More are not counted. */
  limit?: number
  /** Renders the counter as a link. */
  render?: ((props: { className: string; children: ReactNode }) => ReactNode) | undefined
}

/** A number above its label. */
export function Counter({ label, count, limit = Infinity, render }: CounterProps) {
  const className = styles.counter ?? ''
  const children = (
    <>
      <span className={styles.number}>
        {formatCount(count)}
        {count >= limit && '+'}
      </span>{' '}
      <span className={styles.label}>{label}</span>
    </>
  )
  return (
    <div className={styles.cell}>
      {render ? render({ className, children }) : <span className={className}>{children}</span>}
    </div>
  )
}
