import { expect, test } from 'vitest'
import { nearestNotifyRadius } from './settings.rules.ts'

test.each([
  [0, 3000],
  [3000, 3000],
  [6499, 3000],
  [6500, 3000],
  [6501, 10_000],
  [17_500, 10_000],
  [17_501, 25_000],
  [1_000_000, 25_000],
])('A notification radius of %d metres becomes the nearest step, %d metres', (metres, step) => {
  expect(nearestNotifyRadius(metres)).toBe(step)
})
