import { startTransition, useEffect, useState } from 'react'
import { useFirstPaint } from './first-paint.ts'

/** How many come with a frame: ten cards in one made tasks of 30 to 50 ms, three cost more than they spared (decision 0024). */
const perFrame = 5

/**
 * How many of a list to draw: all with which it begins, where the app is painted first only those seen at first; what
 * comes after, a few with each frame, and it can be interrupted.
 */
export function useDrawnCount(total: number, seenAtFirst: number): number {
  const isPainted = useFirstPaint()
  const [drawn, setDrawn] = useState(isPainted ? total : seenAtFirst)
  useEffect(() => {
    if (!isPainted || drawn === total) return undefined
    const frame = requestAnimationFrame(() => startTransition(() => setDrawn(Math.min(drawn + perFrame, total))))
    return () => cancelAnimationFrame(frame)
  }, [isPainted, drawn, total])
  return Math.min(drawn, total)
}
