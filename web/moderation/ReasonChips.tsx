import type { ReportReason } from '#contract/moderation.ts'
import { moderationText } from './moderation.text.ts'
import { reportsText } from './reports.text.ts'
import styles from './ReasonChips.module.css'

/** The reasons of the reports, the most frequent first. */
export const ReasonChips = ({ reasons }: { reasons: ReportReason[] }) => (
  <ul className={styles.chips} aria-label={reportsText.reasons}>
    {reasons.map((reason) => (
      <li key={reason} className={styles.chip}>
        {moderationText.reasons[reason]}
      </li>
    ))}
  </ul>
)
