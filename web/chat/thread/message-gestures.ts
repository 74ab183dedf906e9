import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

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

const longPressMs = 450
/** A finger that moves further scrolls. */
const maxMovementPx = 8

/**
 * Returns event handlers that call `onLongPress` when a finger rests on an element. Browsers that open a context menu
 * for it (all but Safari) fire `contextmenu` themselves.
 */
export function useLongPress(onLongPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const from = useRef({ x: 0, y: 0 })
  const wasLong = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  const cancel = () => clearTimeout(timer.current)
  const trigger = () => {
    cancel()
    if (wasLong.current) return
    wasLong.current = true
    onLongPress()
  }
  return {
    onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
      wasLong.current = false
      if (pointerType !== 'touch') return
      from.current = { x: clientX, y: clientY }
      timer.current = setTimeout(trigger, longPressMs)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - from.current.x, clientY - from.current.y) > maxMovementPx) cancel()
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onContextMenu: (event: MouseEvent) => {
      // With a mouse the browser's own menu opens.
      if ((event.nativeEvent as globalThis.PointerEvent).pointerType !== 'touch') return
      event.preventDefault()
      trigger()
    },
    onClickCapture: (event: MouseEvent) => {
      // Lifting the finger after a long press is not a click.
      if (!wasLong.current) return
      wasLong.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
