import { lazy, Suspense } from 'react'
import { useFirstPaint } from '#web/platform/first-paint.ts'
import styles from './StoryRowSlot.module.css'

const StoryRow = lazy(async () => ({ default: (await import('./StoryRow.tsx')).StoryRow }))

/** Reserves the height of the row, so that the feed never moves. The row loads after the first paint. */
export function StoryRowSlot({ isReady }: { isReady: boolean }) {
  const isPainted = useFirstPaint()
  return (
    <div className={styles.place}>
      <Suspense fallback={null}>{isReady && isPainted && <StoryRow />}</Suspense>
    </div>
  )
}
