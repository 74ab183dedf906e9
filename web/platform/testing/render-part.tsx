import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import { queryClient } from '#web/platform/query-client.ts'
import { clearStorage } from '#web/platform/storage.ts'

// One second, which is the default, is not enough on a busy machine.
configure({ asyncUtilTimeout: 20_000 })

/** Renders a part of the page at `path` as the app does, with the queries of the page and a router. */
export const renderPart = (part: ReactNode, path = '/') =>
  render(part, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
      </QueryClientProvider>
    ),
  })

/** Closes the page, and forgets what it has loaded and stored. */
export function closePage() {
  cleanup()
  queryClient.clear()
  clearStorage()
  vi.unstubAllGlobals()
}
