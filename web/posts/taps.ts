import { type MouseEvent, useEffect, useRef } from 'react'

/** A second tap within this time belongs to the first. */
const doubleTapMs = 260

type Taps = { onTap: () => void; onDoubleTap: (() => void) | null }

/**
 * Returns the click handler of an element that distinguishes one tap from two: the first waits until no second has
 * come.
 */
export function useTaps({ onTap, onDoubleTap }: Taps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return ({ detail }: MouseEvent) => {
    // A key never means two.
    if (!onDoubleTap || detail === 0) return onTap()
    if (timer.current === undefined) {
      timer.current = setTimeout(() => {
        timer.current = undefined
        onTap()
      }, doubleTapMs)
      return
    }
    clearTimeout(timer.current)
    timer.current = undefined
    onDoubleTap()
  }
}
