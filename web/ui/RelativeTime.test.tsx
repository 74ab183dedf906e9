// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RelativeTime } from './RelativeTime.tsx'

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-03-10T12:00:00Z') }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const shown = (at: string) => render(<RelativeTime at={at} />).container.textContent

test.each([
  ['2026-03-10T11:59:01Z', 'adesso'],
  ['2026-03-10T11:59:00Z', '1 min'],
  ['2026-03-10T11:00:01Z', '59 min'],
  ['2026-03-10T11:00:00Z', '1 h'],
  ['2026-03-09T12:00:01Z', '23 h'],
  ['2026-03-09T12:00:00Z', 'ieri'],
  ['2026-03-08T12:00:00Z', '2 g'],
  ['2026-03-04T00:00:00', '6 g'],
  ['2026-03-03T23:59:59', '3 mar'],
  ['2025-12-31T12:00:00Z', '31 dic 2025'],
])('What happened at %s was %s ago at noon of 10 March 2026', (at, text) => {
  expect(shown(at)).toBe(text)
})

test.each([
  ['2026-03-09T23:59:00', '8 h'],
  ['2026-03-09T00:01:00', 'ieri'],
  ['2026-03-08T23:59:00', '2 g'],
  ['2026-03-08T08:00:00', '2 g'],
  ['2026-03-07T21:39:00', '3 g'],
])('Yesterday is a day of the calendar: at eight in the morning, %s was %s ago', (at, text) => {
  vi.setSystemTime(new Date('2026-03-10T08:00:00'))
  expect(shown(at)).toBe(text)
})

test('The age grows while the page stays open, and costs nothing when no time is shown', () => {
  const { container, unmount } = render(<RelativeTime at="2026-03-10T12:00:00Z" />)
  expect(container.textContent).toBe('adesso')
  act(() => vi.advanceTimersByTime(10 * 60_000))
  expect(container.textContent).toBe('10 min')
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})
