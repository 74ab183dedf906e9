import { type PointerEvent, type RefObject, type SyntheticEvent, useEffect, useRef } from 'react'

/** A finger that rests for this long pauses the story. */
const holdDelayMs = 220
/** A shorter movement is still a tap. */
const tapTolerancePx = 10
/** Swiping down this far closes the viewer; half of it sideways changes the person. */
const swipeDistancePx = 90

type GestureHandlers = {
  onHold: (isHeld: boolean) => void
  onSwipe: (direction: 'down' | 'left' | 'right') => void
}

type Touch = { x: number; y: number; axis: 'none' | 'x' | 'y'; timer: ReturnType<typeof setTimeout> }

/**
 * Returns event handlers for holding and swiping; taps stay clicks. A swipe down moves `card` by its property `--drag`.
 */
export function useStoryGestures(card: RefObject<HTMLElement | null>, { onHold, onSwipe }: GestureHandlers) {
  const touch = useRef<Touch | null>(null)
  /** The next click is part of the gesture. */
  const consumed = useRef(false)
  useEffect(() => () => clearTimeout(touch.current?.timer), [])

  const drag = (pixels: number) => card.current?.style.setProperty('--drag', `${pixels}px`)
  const begin = (event: PointerEvent) => {
    if (!event.isPrimary || event.button !== 0) return
    consumed.current = false
    const timer = setTimeout(() => {
      consumed.current = true
      onHold(true)
    }, holdDelayMs)
    touch.current = { x: event.clientX, y: event.clientY, axis: 'none', timer }
  }
  const move = (event: PointerEvent) => {
    const now = touch.current
    if (!now) return
    const x = event.clientX - now.x
    const y = event.clientY - now.y
    if (now.axis === 'none' && Math.hypot(x, y) > tapTolerancePx) {
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
    const x = event.clientX - before.x
    const y = event.clientY - before.y
    if (before.axis === 'y' && y > swipeDistancePx) onSwipe('down')
    else if (before.axis === 'x' && Math.abs(x) > swipeDistancePx / 2) onSwipe(x < 0 ? 'left' : 'right')
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
    // A long press pauses and opens no context menu.
    onContextMenu: (event: SyntheticEvent) => event.preventDefault(),
  }
}
