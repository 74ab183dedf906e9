import type { Query, QueryCache } from '@tanstack/react-query'

/** Runs `act` when the fetch of a query that is in flight has ended, also if it failed. */
export function onceIdle(cache: QueryCache, query: Query, act: () => void) {
  const stop = cache.subscribe((event) => {
    if (event.query !== query) return
    if (event.type === 'removed') stop()
    else if (query.state.fetchStatus === 'idle') {
      stop()
      act()
    }
  })
}
