import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** False while the tab is hidden. */
export const usePageVisible = () => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
