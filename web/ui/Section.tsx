import { type ReactNode, useId } from 'react'
import styles from './Section.module.css'

type SectionProps = { title: string; className?: string | undefined; children: ReactNode }

/** A part of a page below a heading, which names it. */
export function Section({ title, className, children }: SectionProps) {
  const id = useId()
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </section>
  )
}
