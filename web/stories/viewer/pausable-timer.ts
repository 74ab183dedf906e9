import { useEffect, useEffectEvent, useRef } from 'react'

/** Calls `onEnd` after this time, not counting the time while it is paused. */
export function usePausableTimer(durationMs: number, isRunning: boolean, onEnd: () => void) {
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
