import { type ReactNode, useId } from 'react'
import styles from './FigureCard.module.css'

type FigureCardProps = {
  title: string
  figure: string
  note: string
  /** The plot and other details. */
  children: ReactNode
}

/** A figure of the server: its present value and its history. */
export function FigureCard({ title, figure, note, children }: FigureCardProps) {
  const id = useId()
  return (
    <article className={styles.card} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      <p className={styles.figure}>{figure}</p>
      <p className={styles.note}>{note}</p>
      {children}
    </article>
  )
}
