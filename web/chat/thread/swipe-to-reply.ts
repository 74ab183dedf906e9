import { type PointerEvent, useRef } from 'react'

/** How far the finger has to go. */
const replyPx = 56
const maxShiftPx = 72

/** Returns event handlers that call `onReply` after a swipe to the right; the element follows the finger. */
export function useSwipeToReply(onReply: (() => void) | undefined) {
  const from = useRef<{ x: number; y: number } | null>(null)
  const shift = useRef(0)
  const end = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    from.current = null
    currentTarget.style.translate = ''
    const isFar = shift.current >= replyPx
    shift.current = 0
    return isFar
  }
  return {
    onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent<HTMLElement>) => {
      from.current = onReply && pointerType === 'touch' ? { x: clientX, y: clientY } : null
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!from.current) return
      const right = event.clientX - from.current.x
      const down = Math.abs(event.clientY - from.current.y)
      // Then it scrolls.
      if (down > Math.max(12, right)) return void end(event)
      shift.current = Math.max(0, Math.min(right, maxShiftPx))
      event.currentTarget.style.translate = `${shift.current}px 0`
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (end(event)) onReply?.()
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => void end(event),
  }
}
