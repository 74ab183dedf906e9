import type { Query, QueryCache } from '@tanstack/react-query'

/** Runs `act` when the fetch of a query that is in flight has succeeded. */
export function onceIdle(cache: QueryCache, query: Query, act: () => void) {
  const stop = cache.subscribe((event) => {
    if (event.query !== query) return
    if (event.type === 'removed') stop()
    else if (query.state.fetchStatus === 'idle') {
      stop()
      if (query.state.status !== 'error') act()
    }
  })
}
