import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** False if the device reports that it has no network. */
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)

/**
 * Calls `act` when the page becomes visible, and when the network returns while it is. Returns a function that stops
 * it.
 */
export function onBack(act: () => void): () => void {
  const check = () => {
    if (document.visibilityState === 'visible') act()
  }
  document.addEventListener('visibilitychange', check)
  window.addEventListener('online', check)
  return () => {
    document.removeEventListener('visibilitychange', check)
    window.removeEventListener('online', check)
  }
}

/** `onBack` for as long as the component is mounted. */
export function useWhenBack(act: () => void) {
  const latest = useEffectEvent(act)
  useEffect(() => onBack(() => latest()), [])
}
