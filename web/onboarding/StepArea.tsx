import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import styles from './StepArea.module.css'

type StepAreaProps = {
  /** Its name; read out. */
  label: string
  /** From where one came to it; null: it is the first that is seen. */
  came: 'forward' | 'back' | null
  children: ReactNode
}

/** One step: it slides in, and who listens hears its heading. */
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
