import { useEffect, useEffectEvent, useRef } from 'react'

/** Milliseconds after the last change (spec section 9). */
const delay = 500

/** Saves `value` once it has stood still, the first one too; at once when the page is left before that. */
export function useAutosave<Value>(value: Value, save: (value: Value) => void) {
  const saved = useRef<Value | null>(null)
  const saveOnce = useEffectEvent((latest: Value) => {
    if (saved.current === latest) return
    saved.current = latest
    save(latest)
  })
  useEffect(() => {
    const timer = setTimeout(() => saveOnce(value), delay)
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
