// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react'
import type { MouseEvent } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useTaps } from './taps.ts'

const onTap = vi.fn<() => void>()
const onDoubleTap = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers()
  onTap.mockReset()
  onDoubleTap.mockReset()
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function showPicture(canDoubleTap = true) {
  const { result } = renderHook(() => useTaps({ onTap, onDoubleTap: canDoubleTap ? onDoubleTap : null }))
  return (detail = 1) => result.current({ detail } as MouseEvent)
}
const counts = () => [onTap.mock.calls.length, onDoubleTap.mock.calls.length]

test('One tap opens, once no second one can follow', () => {
  const tap = showPicture()
  tap()
  vi.advanceTimersByTime(259)
  expect(counts()).toEqual([0, 0])
  vi.advanceTimersByTime(1)
  expect(counts()).toEqual([1, 0])
})

test('Two taps like, and open nothing; a third one is a new tap', () => {
  const tap = showPicture()
  tap()
  vi.advanceTimersByTime(200)
  tap()
  vi.advanceTimersByTime(1000)
  expect(counts()).toEqual([0, 1])
  tap()
  vi.advanceTimersByTime(260)
  expect(counts()).toEqual([1, 1])
})

test('A key opens at once, and so does a tap where two have no meaning', () => {
  showPicture()(0)
  expect(counts()).toEqual([1, 0])
  showPicture(false)()
  expect(counts()).toEqual([2, 0])
})

test('A tap on a picture that is left before a second could follow opens nothing', () => {
  const tap = showPicture()
  tap()
  cleanup()
  vi.advanceTimersByTime(1000)
  expect(counts()).toEqual([0, 0])
})
