import { useFirstPaint } from '#web/ui/first-paint.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import styles from './StoryRowSlot.module.css'

const StoryRow = lazyPart(async () => (await import('./StoryRow.tsx')).StoryRow)

/** Reserves the height of the row, so that the feed never moves. The row loads after the first paint. */
export function StoryRowSlot({ isReady }: { isReady: boolean }) {
  const isPainted = useFirstPaint()
  return <div className={styles.place}>{isReady && isPainted && <StoryRow />}</div>
}
