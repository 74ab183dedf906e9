import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

type EmptyStateProps = {
  /** URL of a drawing in `web/ui/drawings`. */
  drawing?: string
  title: string
  text?: string
  /** `h1` if it is the whole page. */
  heading?: 'h1' | 'h2'
  /** Buttons. */
  children?: ReactNode
}

export function EmptyState({ drawing, title, text, heading, children }: EmptyStateProps) {
  const Heading = heading ?? 'h2'
  return (
    <div className={styles.empty}>
      {drawing && <img className={styles.drawing} src={drawing} alt="" width={240} height={200} />}
      <Heading className={styles.title}>{title}</Heading>
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
