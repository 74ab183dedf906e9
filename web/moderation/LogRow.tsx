import type { LogEntry } from '#contract/moderation.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import styles from './LogRow.module.css'
import { reportsText } from './reports.text.ts'
import { ReasonChips } from './ReasonChips.tsx'

export function LogRow({ entry }: { entry: LogEntry }) {
  const { actor, action } = reportsText.logEntry(entry)
  return (
    <li className={styles.row}>
      <p>
        <strong className={styles.person}>{actor}</strong> {action}{' '}
        <RelativeTime className={styles.time} at={entry.created_at} />
      </p>
      {entry.note && <p className={styles.note}>{reportsText.quote(entry.note)}</p>}
      {entry.reasons.length > 0 && <ReasonChips reasons={entry.reasons} />}
    </li>
  )
}
