import { MapPin } from 'lucide-react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { feedText } from './feed.text.ts'
import styles from './RadiusChip.module.css'

/** The radius of the feed. Links to the choice of the position. */
export function RadiusChip({ kilometres }: { kilometres: number | null | undefined }) {
  const radius = kilometres === undefined ? null : feedText.within(kilometres)
  return (
    <Link className={styles.chip} to={pagePaths.requiredLocation} aria-label={feedText.changePosition(radius)}>
      <MapPin className={styles.pin} size={radius === null ? 20 : 15} aria-hidden />
      {radius}
    </Link>
  )
}
