import { useEffect, useEffectEvent, useRef } from 'react'

/** docs/product.md */
const saveDelayMs = 500

/** Saves `value` once it has not changed for a moment, including the first one; at once when the page is left. */
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
  const leave = useEffectEvent(() => saveOnce(value))
  useEffect(() => {
    const leaving = () => leave()
    window.addEventListener('pagehide', leaving)
    return () => {
      window.removeEventListener('pagehide', leaving)
      leaving()
    }
  }, [])
}
