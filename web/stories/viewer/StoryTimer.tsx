import { useEffect, useEffectEvent, useRef } from 'react'
import styles from './StoryStage.module.css'

/** Calls `onEnd` after this time, not counting the time while it is paused. */
function usePausableTimer(durationMs: number, isRunning: boolean, onEnd: () => void) {
  const remainingMs = useRef(durationMs)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (!isRunning) return
    const since = performance.now()
    const timer = setTimeout(() => end(), remainingMs.current)
    return () => {
      clearTimeout(timer)
      remainingMs.current = Math.max(0, remainingMs.current - (performance.now() - since))
    }
  }, [isRunning])
}

/** How long a story is shown (docs/product.md). */
const storyMs = 5000

/** People who want less motion go on by themselves. */
const advances = () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** The timer of a story and its progress bar. */
export function StoryTimer({ isRunning, onEnd }: { isRunning: boolean; onEnd: () => void }) {
  usePausableTimer(storyMs, isRunning && advances(), onEnd)
  return (
    <span
      className={styles.filling}
      style={{ animationDuration: `${storyMs}ms`, animationPlayState: isRunning ? 'running' : 'paused' }}
    />
  )
}
