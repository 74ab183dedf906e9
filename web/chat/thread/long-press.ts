import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

/** Milliseconds. */
const long = 450
/** Pixels that a finger moves without meaning it. */
const still = 8

/** What an element that a finger holds down hears. Browsers with a menu for it (not Safari) tell by themselves. */
export function useLongPress(onLong: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const from = useRef({ x: 0, y: 0 })
  const wasLong = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  const end = () => clearTimeout(timer.current)
  const hold = () => {
    end()
    if (wasLong.current) return
    wasLong.current = true
    onLong()
  }
  return {
    onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
      wasLong.current = false
      if (pointerType !== 'touch') return
      from.current = { x: clientX, y: clientY }
      timer.current = setTimeout(hold, long)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - from.current.x, clientY - from.current.y) > still) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu: (event: MouseEvent) => {
      // A mouse has the browser's own menu.
      if ((event.nativeEvent as globalThis.PointerEvent).pointerType !== 'touch') return
      event.preventDefault()
      hold()
    },
    onClickCapture: (event: MouseEvent) => {
      // The finger that is lifted presses nothing.
      if (!wasLong.current) return
      wasLong.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
