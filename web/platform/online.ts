import { useSyncExternalStore } from 'react'

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
