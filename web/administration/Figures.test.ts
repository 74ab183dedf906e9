import { expect, test } from 'vitest'
import { lastDays, shownDays } from './Figures.tsx'

const days = [
  { day: '2026-10-25', posts: 9 },
  { day: '2026-11-01', posts: 3 },
  { day: '2026-11-30', posts: 5 },
]

test('Thirty days end with the last one, also over a change of the clocks; days without figures are 0', () => {
  const { first, values } = lastDays(days, (day) => day.posts)
  expect(first).toBe('2026-11-01')
  expect(values).toHaveLength(shownDays)
  expect([values[0], values[1], values.at(-1)]).toEqual([3, 0, 5])
  expect(lastDays(days.slice(0, 2), (day) => day.posts)).toMatchObject({ first: '2026-10-03' })
  expect(lastDays(days.slice(0, 2), (day) => day.posts).values.at(-8)).toBe(9)
})

test('A server without figures has thirty empty days', () => {
  expect(lastDays([], () => 1)).toEqual({ first: null, values: Array.from({ length: shownDays }, () => 0) })
})
