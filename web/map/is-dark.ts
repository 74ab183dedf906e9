import { useSyncExternalStore } from 'react'
import { readStorage, subscribeToStorage } from '#web/platform/storage.ts'

const device = window.matchMedia('(prefers-color-scheme: dark)')

function isDark(): boolean {
  const theme = readStorage('theme')
  return theme === null ? device.matches : theme === 'dark'
}

function subscribe(listener: () => void): () => void {
  const stop = subscribeToStorage(listener)
  device.addEventListener('change', listener)
  return () => {
    stop()
    device.removeEventListener('change', listener)
  }
}

/** Whether the page is dark, by the owner's choice or the device's. For colours that no style sheet can set. */
export const useIsDark = () => useSyncExternalStore(subscribe, isDark)
