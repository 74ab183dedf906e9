// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BackNavigation } from '#web/navigation/go-back.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { toastStore } from '#web/ui/toast.ts'
import { useFeedRefresh } from './FeedRefresh.tsx'

const key = ['feed', {}]
const fetchAgain = vi.fn<() => Promise<unknown>>()
let scrollY = 0

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => scrollY)
  scrollY = 0
  fetchAgain.mockReset().mockResolvedValue(undefined)
})

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const loadFeed = (updatedAt = Date.now()) => queryClient.setQueryData(key, {}, { updatedAt })

function openFeed({ isBack = false } = {}) {
  const wrapper = ({ children }: { children: ReactNode }) => <BackNavigation value={isBack}>{children}</BackNavigation>
  return renderHook(() => useFeedRefresh(key, fetchAgain), { wrapper }).result
}
const comeBack = () => document.dispatchEvent(new Event('visibilitychange'))

test('A feed older than a minute is fetched again on the next visit, a younger one is not', () => {
  loadFeed()
  vi.advanceTimersByTime(60_000)
  openFeed()
  expect(fetchAgain).not.toHaveBeenCalled()
  cleanup()
  vi.advanceTimersByTime(1)
  openFeed()
  expect(fetchAgain).toHaveBeenCalledOnce()
})

test('With Back an old feed stays as it was, until the person returns to the window', () => {
  loadFeed()
  vi.advanceTimersByTime(61_000)
  openFeed({ isBack: true })
  expect(fetchAgain).not.toHaveBeenCalled()
  comeBack()
  expect(fetchAgain).toHaveBeenCalledOnce()
})

test('An old feed is not replaced while somebody reads further down', () => {
  loadFeed()
  vi.advanceTimersByTime(61_000)
  scrollY = 500
  openFeed()
  comeBack()
  expect(fetchAgain).not.toHaveBeenCalled()
})

test('A feed of an earlier visit, kept for use without a network, is always fetched again', () => {
  loadFeed(performance.timeOrigin - 1)
  scrollY = 500
  openFeed({ isBack: true })
  expect(fetchAgain).toHaveBeenCalledOnce()
})

test('A feed that has never loaded is left to its first fetch', () => {
  openFeed()
  comeBack()
  expect(fetchAgain).not.toHaveBeenCalled()
})

test('A refresh on request shows its progress, and says why it failed', async () => {
  loadFeed()
  const feed = openFeed()
  fetchAgain.mockRejectedValue(new Error('offline'))
  act(() => feed.current.refresh())
  expect(feed.current.refreshing).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(feed.current.refreshing).toBe(false)
  expect(toastStore.current()).toMatchObject([{ tone: 'danger' }])
})
