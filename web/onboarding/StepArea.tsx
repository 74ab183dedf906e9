import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import styles from './StepArea.module.css'

type StepAreaProps = {
  /** The accessible name. */
  label: string
  /** The direction of the last move; null for the first step shown. */
  direction: 'forward' | 'back' | null
  children: ReactNode
}

/** A step. It slides in, and its heading is announced. */
export function StepArea({ label, direction, children }: StepAreaProps) {
  const area = useRef<HTMLElement>(null)
  useEffect(() => {
    if (direction) area.current?.querySelector('h2')?.focus({ preventScroll: true })
  }, [direction])
  return (
    <section ref={area} className={classNames(styles.step, direction && styles[direction])} aria-label={label}>
      {children}
    </section>
  )
}
