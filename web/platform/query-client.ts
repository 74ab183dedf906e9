import { QueryClient } from '@tanstack/react-query'
import { NetworkError } from './api-errors.ts'

/** Retries after network failures only: a refusal does not change. */
const retry = (failures: number, error: Error) => error instanceof NetworkError && navigator.onLine && failures < 2

export const queryClient = new QueryClient({
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
