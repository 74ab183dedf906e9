import { QueryClient } from '@tanstack/react-query'
import { NetworkError } from './api-errors.ts'

/** A refusal does not change by asking again; a lost connection may. */
const retry = (failures: number, error: Error) => error instanceof NetworkError && navigator.onLine && failures < 2

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Without a network a query fails at once and says so, and what was loaded stays.
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
