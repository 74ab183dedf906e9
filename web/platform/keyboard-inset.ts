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
  // While somebody pinches, the difference is no keyboard.
  if (!viewport || viewport.scale > 1.01) return 0
  return Math.max(0, Math.round(window.innerHeight - viewport.height - viewport.offsetTop))
}

/** Pixels at the bottom that the on-screen keyboard covers, in browsers where it lies over the page (Safari). */
export const useKeyboardInset = () => useSyncExternalStore(subscribe, inset)
