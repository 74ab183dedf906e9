import { lazy, Suspense, useEffect, useState } from 'react'
import { afterFirstPaint } from '#web/platform/first-paint.ts'
import styles from './StoryRowPlace.module.css'

const StoryRow = lazy(async () => ({ default: (await import('./StoryRow.tsx')).StoryRow }))

/** As tall before the row has come as after, so that the page below never moves; it comes after what the page is there for. */
export function StoryRowPlace({ isReady }: { isReady: boolean }) {
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => afterFirstPaint(() => setIsPainted(true)), [])
  return (
    <div className={styles.place}>
      <Suspense fallback={null}>{isReady && isPainted && <StoryRow />}</Suspense>
    </div>
  )
}
