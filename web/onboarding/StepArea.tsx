import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import styles from './StepArea.module.css'

type StepAreaProps = {
  /** The accessible name. */
  label: string
  /** The direction of the last move; null for the first step shown. */
  came: 'forward' | 'back' | null
  children: ReactNode
}

/** A step, which slides in and whose heading is announced. */
export function StepArea({ label, came, children }: StepAreaProps) {
  const area = useRef<HTMLElement>(null)
  useEffect(() => {
    if (came) area.current?.querySelector('h2')?.focus({ preventScroll: true })
  }, [came])
  return (
    <section ref={area} className={classNames(styles.step, came && styles[came])} aria-label={label}>
      {children}
    </section>
  )
}
