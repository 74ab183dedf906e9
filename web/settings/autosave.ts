import { useEffect, useEffectEvent, useRef } from 'react'

/** docs/product.md */
const saveDelayMs = 500

/** Saves `value`, also the first one, when it has not changed for a while, and at once when the page is left. */
export function useAutosave<Value>(value: Value, save: (value: Value) => void) {
  const saved = useRef<Value | null>(null)
  const saveOnce = useEffectEvent((latest: Value) => {
    if (saved.current === latest) return
    saved.current = latest
    save(latest)
  })
  useEffect(() => {
    const timer = setTimeout(() => saveOnce(value), saveDelayMs)
    return () => clearTimeout(timer)
  }, [value])
  const saveNow = useEffectEvent(() => saveOnce(value))
  useEffect(() => {
    const onPageHide = () => saveNow()
    window.addEventListener('pagehide', onPageHide)
    return () => {
      window.removeEventListener('pagehide', onPageHide)
      onPageHide()
    }
  }, [])
}
