import type { ReactNode } from 'react'
import styles from './Counter.module.css'
import { uiText } from './ui.text.ts'

type CounterProps = {
  label: string
  count: number
  /** Makes it a link. */
  render?: ((clothes: { className: string; children: ReactNode }) => ReactNode) | undefined
}

/** A number with what it counts below. */
export function Counter({ label, count, render }: CounterProps) {
  const className = styles.counter ?? ''
  const children = (
    <>
      <span className={styles.number}>{uiText.count(count)}</span> <span className={styles.label}>{label}</span>
    </>
  )
  return (
    <div className={styles.cell}>
      {render ? render({ className, children }) : <span className={className}>{children}</span>}
    </div>
  )
}
