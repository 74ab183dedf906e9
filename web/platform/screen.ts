import { useSyncExternalStore } from 'react'

/** Pixels. Up to this scroll position new items are visible when they arrive, so a list may move by itself. */
export const nearEdgePx = 80

export const isNearTop = () => window.scrollY < nearEdgePx

/** Screens on which the layout changes (docs/product.md, Screens). The same widths are in the style sheets. */
const queries = { desk: '(min-width: 1000px)', wideDesk: '(min-width: 1200px)' } as const

const listsOf = new Map<string, MediaQueryList>()
function listOf(query: string): MediaQueryList {
  const list = listsOf.get(query) ?? window.matchMedia(query)
  listsOf.set(query, list)
  return list
}

/** Whether the screen is at least that wide. For content that other screens should not load; styles need no script. */
export function useScreen(name: keyof typeof queries): boolean {
  const list = listOf(queries[name])
  return useSyncExternalStore(
    (listener) => {
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => list.matches,
  )
}

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
