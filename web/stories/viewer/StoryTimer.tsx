import styles from './StoryTimer.module.css'
import { usePausableTimer } from './pausable-timer.ts'

/** How long a story is shown (spec section 9). */
const interval = 5000

/** The time of one story, and the bar that it fills. */
export function StoryTimer({ isRunning, onEnd }: { isRunning: boolean; onEnd: () => void }) {
  usePausableTimer(interval, isRunning, onEnd)
  return (
    <span
      className={styles.filling}
      style={{ animationDuration: `${interval}ms`, animationPlayState: isRunning ? 'running' : 'paused' }}
    />
  )
}
