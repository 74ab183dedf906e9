import { Link } from 'react-router'
import styles from './ProfileCounter.module.css'
import { usersText } from './users.text.ts'

type ProfileCounterProps = {
  label: string
  count: number
  /** Null: not for the viewer. */
  to: string | null
}

export function ProfileCounter({ label, count, to }: ProfileCounterProps) {
  const content = (
    <>
      <span className={styles.number}>{usersText.count(count)}</span> <span className={styles.label}>{label}</span>
    </>
  )
  return (
    <div className={styles.cell}>
      {to ? (
        <Link className={styles.counter} to={to}>
          {content}
        </Link>
      ) : (
        <span className={styles.counter}>{content}</span>
      )}
    </div>
  )
}
