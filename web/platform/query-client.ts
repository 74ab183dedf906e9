import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query'
import { NetworkError } from './api-errors.ts'
import { onceIdle } from './once-idle.ts'

/** Retries after network failures only: a refusal does not change. */
const retry = (failures: number, error: Error) => error instanceof NetworkError && navigator.onLine && failures < 2

class AppQueryClient extends QueryClient {
  /**
   * TanStack Query counts a first fetch in flight as the new one, but the server may have answered it before the change.
   * So it is invalidated again when it has ended.
   */
  override invalidateQueries<Key extends QueryKey>(filters?: InvalidateQueryFilters<Key>, options?: InvalidateOptions) {
    const cache = this.getQueryCache()
    const firstFetches = cache
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus !== 'idle')
    for (const query of firstFetches)
      onceIdle(cache, query, () => void super.invalidateQueries({ queryKey: query.queryKey, exact: true }))
    return super.invalidateQueries(filters, options)
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
