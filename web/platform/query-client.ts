import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  type QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { NetworkError } from './api-errors.ts'

/** Retries after network failures only: a refusal does not change. */
const retry = (failures: number, error: Error) => error instanceof NetworkError && navigator.onLine && failures < 2

class AppQueryClient extends QueryClient {
  /** Queries that are invalidated again when their first fetch has ended: once, however often they were before. */
  private readonly invalidatedAgain = new WeakSet<Query>()

  /**
   * TanStack Query counts a first fetch in flight as the new one, but the server may have answered it before the change.
   * So it is invalidated again when it has ended.
   */
  override invalidateQueries<Key extends QueryKey>(filters?: InvalidateQueryFilters<Key>, options?: InvalidateOptions) {
    for (const query of this.getQueryCache().findAll(filters))
      if (query.state.data === undefined && query.state.fetchStatus !== 'idle') this.invalidateAgain(query)
    return super.invalidateQueries(filters, options)
  }

  private invalidateAgain(query: Query) {
    if (this.invalidatedAgain.has(query)) return
    this.invalidatedAgain.add(query)
    onceIdle(this.getQueryCache(), query, () => {
      this.invalidatedAgain.delete(query)
      // After a failure the next fetch is a new one anyway.
      if (query.state.status !== 'error') void super.invalidateQueries({ queryKey: query.queryKey, exact: true })
    })
  }
}

export const queryClient = new AppQueryClient({
  defaultOptions: {
    queries: {
      // Without a network a query fails at once instead of waiting, and cached data stays.
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchOnWindowFocus: false,
      staleTime: 30_000,
      gcTime: 30 * 60_000,
      retry,
    },
    mutations: { networkMode: 'always' },
  },
})

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
