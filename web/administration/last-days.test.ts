import { expect, test } from 'vitest'
import { lastDays, shownDays } from './last-days.ts'

test('Thirty days end with today, also over a month and a change of the clocks; days without figures are 0', () => {
  const days = [
    { day: '2026-10-25', posts: 9 },
    { day: '2026-11-01', posts: 3 },
    { day: '2026-11-30', posts: 5 },
  ]
  const posts = lastDays(days, '2026-11-30', (day) => day.posts)
  expect(posts).toHaveLength(shownDays)
  expect([posts[0], posts[1], posts.at(-1)]).toEqual([3, 0, 5])
  expect(lastDays(days, '2026-11-23', (day) => day.posts)[0]).toBe(9)
})
