import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportWhile } from './progress.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('Work of twenty minutes is reported in eight lines, the first at once, and none after it has ended', async () => {
  const lines: string[] = []
  let done = 0
  const finished = Promise.withResolvers<string>()
  const result = reportWhile(
    (line) => lines.push(line),
    () => `${done} of 10`,
    () => finished.promise,
  )
  expect(lines).toEqual(['0 of 10'])
  done = 3
  await vi.advanceTimersByTimeAsync(5000)
  expect(lines).toEqual(['0 of 10', '3 of 10'])
  await vi.advanceTimersByTimeAsync(20 * 60_000)
  expect(lines).toHaveLength(8)
  finished.resolve('made')
  expect(await result).toBe('made')
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(lines).toHaveLength(8)
})

test('Work that fails is reported no longer', async () => {
  const lines: string[] = []
  const failed = reportWhile(
    (line) => lines.push(line),
    () => 'x',
    () => Promise.reject(new Error('broken')),
  )
  await expect(failed).rejects.toThrow('broken')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lines).toEqual(['x'])
})
