import { lazy, Suspense } from 'react'
import { useFirstPaint } from '#web/platform/first-paint.ts'
import styles from './StoryRowSlot.module.css'

const StoryRow = lazy(async () => ({ default: (await import('./StoryRow.tsx')).StoryRow }))

/** As tall before the row has come as after, so that the page below never moves; it comes after what the page is there for. */
export function StoryRowSlot({ isReady }: { isReady: boolean }) {
  const isPainted = useFirstPaint()
  return (
    <div className={styles.place}>
      <Suspense fallback={null}>{isReady && isPainted && <StoryRow />}</Suspense>
    </div>
  )
}
