import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Pixels that the page is pulled, and how many of the finger's make one (spec section 9). */
const distance = 70
const resistance = 2.5
const furthest = 96

/**
 * At the top of the page, a finger that moves down pulls `element`: while it does, the
 * element has `data-pull` ("pulling", then "ready") and `--pull` in pixels.
 */
export function usePullToRefresh(element: RefObject<HTMLElement | null>, onRefresh: () => void) {
  const refresh = useEffectEvent(onRefresh)
  useEffect(() => {
    const target = element.current
    if (!target) return
    let start: { x: number; y: number } | null = null
    let pulled = 0

    const show = (pixels: number) => {
      pulled = pixels
      target.style.setProperty('--pull', `${pixels}px`)
      if (pixels > 0) target.dataset.pull = pixels >= distance ? 'ready' : 'pulling'
      else delete target.dataset.pull
    }
    const begin = (event: TouchEvent) => {
      const touch = event.touches[0]
      start = touch && event.touches.length === 1 && window.scrollY <= 0 ? { x: touch.clientX, y: touch.clientY } : null
    }
    const move = (event: TouchEvent) => {
      const touch = event.touches[0]
      if (!start || !touch) return
      const down = touch.clientY - start.y
      // A scroll, or a swipe to the side, is left alone for as long as the finger stays down.
      if (pulled === 0 && (down < 0 || Math.abs(touch.clientX - start.x) > Math.abs(down))) start = null
      else if (down > 0 && event.cancelable) {
        event.preventDefault()
        show(Math.min(down / resistance, furthest))
      } else show(0)
    }
    const end = (event: TouchEvent) => {
      const far = pulled >= distance && event.type === 'touchend'
      start = null
      show(0)
      if (far) refresh()
    }
    target.addEventListener('touchstart', begin, { passive: true })
    target.addEventListener('touchmove', move, { passive: false })
    target.addEventListener('touchend', end)
    target.addEventListener('touchcancel', end)
    return () => {
      target.removeEventListener('touchstart', begin)
      target.removeEventListener('touchmove', move)
      target.removeEventListener('touchend', end)
      target.removeEventListener('touchcancel', end)
    }
  }, [element])
}
