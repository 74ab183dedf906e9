import { lazy, Suspense } from 'react'
import styles from './StoryRowPlace.module.css'

const StoryRow = lazy(async () => ({ default: (await import('./StoryRow.tsx')).StoryRow }))

/** As tall before the row has come as after, so that the page below never moves; it comes after what the page is there for. */
export const StoryRowPlace = ({ isReady }: { isReady: boolean }) => (
  <div className={styles.place}>
    <Suspense fallback={null}>{isReady && <StoryRow />}</Suspense>
  </div>
)
