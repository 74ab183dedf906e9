import { useEffect, useLayoutEffect, useRef } from 'react'

const storageKey = 'scroll'
/** How long a page may take to become as tall as it was. */
const patience = 3000

function remembered() {
  try {
    return new Map<string, number>(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]'))
  } catch {
    return new Map<string, number>()
  }
}

const positions = remembered()

/** Goes back to where the page of this history entry was left; new entries start at the top. */
export function useScrollMemory(key: string) {
  const current = useRef(key)

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    const remember = () => positions.set(current.current, window.scrollY)
    const keep = () => {
      try {
        sessionStorage.setItem(storageKey, JSON.stringify([...positions].slice(-50)))
      } catch {
        // Without storage only a reload forgets.
      }
    }
    window.addEventListener('scroll', remember, { passive: true })
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('scroll', remember)
      window.removeEventListener('pagehide', keep)
    }
  }, [])

  useLayoutEffect(() => {
    current.current = key
    return scrollTo(positions.get(key) ?? 0)
  }, [key])
}

/** Scrolls there, and tries again while the page grows, until it is there or the person scrolls. */
function scrollTo(top: number) {
  window.scrollTo({ top, behavior: 'instant' })
  if (Math.abs(window.scrollY - top) <= 1) return
  const growth = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - window.innerHeight < top) return
    window.scrollTo({ top, behavior: 'instant' })
    stop()
  })
  const timer = setTimeout(stop, patience)
  const gestures = ['wheel', 'touchmove', 'keydown'] as const
  function stop() {
    growth.disconnect()
    clearTimeout(timer)
    for (const gesture of gestures) window.removeEventListener(gesture, stop)
  }
  growth.observe(document.body)
  for (const gesture of gestures) window.addEventListener(gesture, stop, { passive: true })
  return stop
}
