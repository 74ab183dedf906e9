import { ArrowDown } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useRootAttribute } from '#web/ui/root-attribute.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { feedText } from './feed.text.ts'
import styles from './PullToRefresh.module.css'

/** Pulling this far refreshes (docs/product.md). */
const thresholdPx = 70
/** Pixels of the finger per pixel of the page. */
const resistance = 2.5
const maxPullPx = 96

/**
 * Pull to refresh at the top of the page. While the finger moves down, `element` has the attribute `data-pull`
 * ("pulling", then "ready") and the property `--pull` in pixels.
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
      if (pixels > 0) target.dataset.pull = pixels >= thresholdPx ? 'ready' : 'pulling'
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
      // A gesture that began as a scroll or a sideways swipe is ignored to its end.
      if (pulled === 0 && (down < 0 || Math.abs(touch.clientX - start.x) > Math.abs(down))) start = null
      else if (down > 0 && event.cancelable) {
        event.preventDefault()
        show(Math.min(down / resistance, maxPullPx))
      } else show(0)
    }
    const end = (event: TouchEvent) => {
      const isFarEnough = pulled >= thresholdPx && event.type === 'touchend'
      start = null
      show(0)
      if (isFarEnough) refresh()
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

type PullToRefreshProps = {
  refreshing: boolean
  onRefresh: () => void
  children: ReactNode
}

export function PullToRefresh({ refreshing, onRefresh, children }: PullToRefreshProps) {
  const area = useRef<HTMLDivElement>(null)
  usePullToRefresh(area, onRefresh)
  useRootAttribute('data-pulled')
  return (
    <div ref={area} className={styles.area}>
      <div className={styles.indicator} data-refreshing={refreshing || undefined}>
        {refreshing ? (
          <Spinner label={feedText.refreshing} />
        ) : (
          <ArrowDown className={styles.arrow} size={22} aria-hidden />
        )}
      </div>
      <div className={styles.content} data-refreshing={refreshing || undefined}>
        {children}
      </div>
    </div>
  )
}
