import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { createPath, type Location, NavigationType, Router, type To } from 'react-router'
import { type HistoryEntry, historyEntry, movesFromPage } from '#web/ui/back-closes.ts'

type Shown = { location: Location; type: NavigationType }

/** The page that the browser's address and history name. The browser creates an entry of its own for a typed address. */
function currentLocation(): Location {
  const { pathname, search, hash } = window.location
  const { key = 'default', state = null } = historyEntry()
  return { pathname, search, hash, key, state }
}

const isSamePage = (one: Location, other: Location) => one.key === other.key && createPath(one) === createPath(other)

/**
 * Shows what is inside at the browser's address. All navigations start at the page, whatever is open above it
 * (`web/ui/back-closes.ts`): React Router's own router for browsers has no place for that.
 */
export function PageRouter({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown>(() => ({ location: currentLocation(), type: NavigationType.Pop }))
  const [navigator] = useState(() => createNavigator((next) => startTransition(() => setShown(next))))
  useLayoutEffect(() => {
    const listening = new AbortController()
    const follow = () =>
      startTransition(() =>
        setShown((before) => {
          const location = currentLocation()
          // The entry of a layer above the page.
          return isSamePage(location, before.location) ? before : { location, type: NavigationType.Pop }
        }),
      )
    window.addEventListener('popstate', follow, { signal: listening.signal })
    return () => listening.abort()
  }, [])
  return (
    <Router location={shown.location} navigationType={shown.type} navigator={navigator}>
      {children}
    </Router>
  )
}

const createKey = () => Math.random().toString(36).slice(2, 10)
const createHref = (to: To) => (typeof to === 'string' ? to : createPath(to))

function createNavigator(show: (shown: Shown) => void) {
  const push = (to: To, state: unknown = null) => {
    const entry: HistoryEntry = { key: createKey(), index: (historyEntry().index ?? 0) + 1, state }
    try {
      window.history.pushState(entry, '', createHref(to))
    } catch {
      // Browsers limit how often a page may do that.
      window.location.assign(createHref(to))
    }
    show({ location: currentLocation(), type: NavigationType.Push })
  }
  const replace = (to: To, state: unknown = null) => {
    const entry: HistoryEntry = { key: createKey(), index: historyEntry().index ?? 0, state }
    window.history.replaceState(entry, '', createHref(to))
    show({ location: currentLocation(), type: NavigationType.Replace })
  }
  return { createHref, ...movesFromPage({ push, replace, go: (steps: number) => window.history.go(steps) }) }
}
