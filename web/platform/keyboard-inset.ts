import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  const viewport = window.visualViewport
  viewport?.addEventListener('resize', listener)
  viewport?.addEventListener('scroll', listener)
  return () => {
    viewport?.removeEventListener('resize', listener)
    viewport?.removeEventListener('scroll', listener)
  }
}

function inset() {
  const viewport = window.visualViewport
  // While the page is zoomed, the difference is not the keyboard.
  if (!viewport || viewport.scale > 1.01) return 0
  return Math.max(0, Math.round(window.innerHeight - viewport.height - viewport.offsetTop))
}

/** Pixels at the bottom covered by the on-screen keyboard, in browsers where it overlaps the page (Safari). */
export const useKeyboardInset = () => useSyncExternalStore(subscribe, inset)
