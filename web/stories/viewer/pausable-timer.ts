import { useEffect, useEffectEvent, useRef } from 'react'

/** Ends after so many milliseconds; while it does not run, what is left of them stays. */
export function usePausableTimer(milliseconds: number, isRunning: boolean, onEnd: () => void) {
  const left = useRef(milliseconds)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (!isRunning) return
    const since = performance.now()
    const timer = setTimeout(() => end(), left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(0, left.current - (performance.now() - since))
    }
  }, [isRunning])
}
