// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useScrollsDown } from './scrolls-down.ts'

afterEach(cleanup)

test('What stands at the top leaves on the way down, stays away while a finger trembles, and comes back on the way up', () => {
  const { result } = renderHook(useScrollsDown)
  const afterScrollTo = (top: number) => {
    act(() => {
      Object.defineProperty(window, 'scrollY', { value: top, configurable: true })
      window.dispatchEvent(new Event('scroll'))
    })
    return result.current
  }
  expect([8, 300, 900, 892].map(afterScrollTo)).toEqual([false, true, true, true])
  expect([880, 872, 700].map(afterScrollTo)).toEqual([false, false, false])
  expect([720, 0, -30].map(afterScrollTo)).toEqual([true, false, false])
})
