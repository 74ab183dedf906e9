// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeIntersectionObserver } from '#web/platform/testing/fake-browser.ts'
import { NextPage } from './NextPage.tsx'
import { uiText } from './ui.text.ts'

type Query = ComponentProps<typeof NextPage>['query']

const fetchNextPage = vi.fn<() => void>()

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', FakeIntersectionObserver)
  fetchNextPage.mockReset()
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const list = (part: Partial<Query> = {}, scrollMargin?: string) => (
  <NextPage
    {...(scrollMargin && { scrollMargin })}
    query={{
      hasNextPage: true,
      isFetchingNextPage: false,
      isFetchNextPageError: false,
      data: { pages: [1] },
      fetchNextPage,
      ...part,
    }}
  />
)

test('The next page loads when the end of the list comes near the screen, once', () => {
  const { rerender } = render(list())
  FakeIntersectionObserver.last.comeNear(false)
  expect(fetchNextPage).not.toHaveBeenCalled()
  FakeIntersectionObserver.last.comeNear()
  rerender(list({ isFetchingNextPage: true }))
  FakeIntersectionObserver.last.comeNear()
  expect(fetchNextPage).toHaveBeenCalledOnce()
})

test('A list in the page asks 100 px before its end, one that scrolls by itself as early as it wants', () => {
  const { rerender } = render(list())
  expect(FakeIntersectionObserver.last.options).toEqual({ rootMargin: '100px', scrollMargin: '0px' })
  rerender(list({}, '600px'))
  expect(FakeIntersectionObserver.last.options).toEqual({ rootMargin: '100px', scrollMargin: '600px' })
})

test('When the end is still near the screen after a page, one more loads', () => {
  const { rerender } = render(list())
  const before = FakeIntersectionObserver.last
  rerender(list({ data: { pages: [1, 2] } }))
  expect(FakeIntersectionObserver.last).not.toBe(before)
  FakeIntersectionObserver.last.comeNear()
  expect(fetchNextPage).toHaveBeenCalledOnce()
})

test('A next page that fails to load is asked for again on request only', () => {
  const { rerender } = render(list())
  rerender(list({ isFetchNextPageError: true }))
  FakeIntersectionObserver.last.comeNear()
  expect(fetchNextPage).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: uiText.retry }))
  expect(fetchNextPage).toHaveBeenCalledOnce()
})

test('A complete list has nothing at its end', () => {
  expect(render(list({ hasNextPage: false })).container.childElementCount).toBe(0)
})
