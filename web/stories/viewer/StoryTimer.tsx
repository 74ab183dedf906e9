import styles from './StoryTimer.module.css'
import { usePausableTimer } from './pausable-timer.ts'

/** How long a story is shown (docs/product.md). */
const storyMs = 5000

/** The timer of a story and its progress bar. */
export function StoryTimer({ isRunning, onEnd }: { isRunning: boolean; onEnd: () => void }) {
  usePausableTimer(storyMs, isRunning, onEnd)
  return (
    <span
      className={styles.filling}
      style={{ animationDuration: `${storyMs}ms`, animationPlayState: isRunning ? 'running' : 'paused' }}
    />
  )
}
