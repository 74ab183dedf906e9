import { type PointerEvent, type RefObject, type SyntheticEvent, useEffect, useRef } from 'react'

/** Milliseconds after which a finger that rests holds the story. */
const holdAfter = 220
/** Pixels that are a movement, and not a finger that trembles. */
const slack = 10
/** Pixels after which a movement is meant. */
const far = 90

type Acts = {
  onHold: (isHeld: boolean) => void
  onSwipe: (direction: 'down' | 'left' | 'right') => void
}

type Touch = { x: number; y: number; axis: 'none' | 'x' | 'y'; timer: ReturnType<typeof setTimeout> }

/**
 * Holding and swiping, for an element over which taps stay clicks. What is swiped down moves
 * `card` with the finger, by its `--drag`.
 */
export function useStoryGestures(card: RefObject<HTMLElement | null>, { onHold, onSwipe }: Acts) {
  const touch = useRef<Touch | null>(null)
  /** The click that follows belongs to the gesture. */
  const consumed = useRef(false)
  useEffect(() => () => clearTimeout(touch.current?.timer), [])

  const drag = (pixels: number) => card.current?.style.setProperty('--drag', `${pixels}px`)
  const begin = (event: PointerEvent) => {
    if (!event.isPrimary || event.button !== 0) return
    consumed.current = false
    const timer = setTimeout(() => {
      consumed.current = true
      onHold(true)
    }, holdAfter)
    touch.current = { x: event.clientX, y: event.clientY, axis: 'none', timer }
  }
  const move = (event: PointerEvent) => {
    const now = touch.current
    if (!now) return
    const [x, y] = [event.clientX - now.x, event.clientY - now.y]
    if (now.axis === 'none' && Math.hypot(x, y) > slack) {
      now.axis = Math.abs(x) > Math.abs(y) ? 'x' : 'y'
      clearTimeout(now.timer)
      consumed.current = true
      event.currentTarget.setPointerCapture(event.pointerId)
      onHold(true)
    }
    if (now.axis === 'y') drag(Math.max(0, y))
  }
  const end = (event: PointerEvent) => {
    const before = touch.current
    if (!before) return
    touch.current = null
    clearTimeout(before.timer)
    drag(0)
    if (!consumed.current) return
    onHold(false)
    if (event.type !== 'pointerup') return
    const [x, y] = [event.clientX - before.x, event.clientY - before.y]
    if (before.axis === 'y' && y > far) onSwipe('down')
    else if (before.axis === 'x' && Math.abs(x) > far / 2) onSwipe(x < 0 ? 'left' : 'right')
  }
  return {
    onPointerDown: begin,
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: end,
    onClickCapture: (event: SyntheticEvent) => {
      if (consumed.current) event.stopPropagation()
      consumed.current = false
    },
    // A long press is a pause, not a menu of the browser.
    onContextMenu: (event: SyntheticEvent) => event.preventDefault(),
  }
}
