// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-errors.ts'
import { ListFrame, type ListFrameProps } from './ListFrame.tsx'
import { FakeIntersectionObserver } from './testing/fake-browser.ts'

beforeEach(() => void vi.stubGlobal('IntersectionObserver', FakeIntersectionObserver))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const loaded: ListFrameProps['query'] = {
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  data: { pages: [[]] },
  fetchNextPage: () => undefined,
  isError: false,
  error: null,
  refetch: () => undefined,
}
const show = (query: Partial<ListFrameProps['query']>, isEmpty: boolean) =>
  render(
    <ListFrame query={{ ...loaded, ...query }} isEmpty={isEmpty} empty="nothing" unavailable="gone">
      list
    </ListFrame>,
  ).container.textContent

test('A list that has nothing says so, but not while another page may have something', () => {
  expect(show({}, true)).toBe('nothing')
  expect(show({ hasNextPage: true }, true)).toBe('list')
  expect(show({}, false)).toBe('list')
})

test('A list that did not load offers to try again; what was loaded before stays', () => {
  const refetch = vi.fn<() => void>()
  const failed = { isError: true, error: new Error('offline'), refetch }
  expect(show(failed, false)).toBe('list')
  cleanup()
  expect(show({ ...failed, data: undefined }, false)).not.toContain('list')
  fireEvent.click(screen.getByRole('button'))
  expect(refetch).toHaveBeenCalledOnce()
})

test('A list of somebody who is gone for the viewer is gone', () => {
  expect(show({ isError: true, error: new ApiError(404, 'Non trovato') }, false)).toBe('gone')
})
