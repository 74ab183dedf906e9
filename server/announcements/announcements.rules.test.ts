import { expect, test } from 'vitest'
import { refuseTimes } from './announcements.rules.ts'

const now = new Date('2026-11-26T12:00:00Z')
const at = (hours: number) => new Date(now.getTime() + hours * 60 * 60 * 1000)
const years = 366 * 24

test.each([
  ['from now until it is withdrawn', 0, null, true],
  ['from now for an hour', 0, 1, true],
  ['from yesterday on', -24, null, true],
  ['for a year', 0, years, true],
  ['that is over already', -2, -1, false],
  ['that ends now', -1, 0, false],
  ['that ends when it begins', 1, 1, false],
  ['that ends before it begins', 2, 1, false],
  ['that begins in exactly a year', years, null, true],
  ['that ends after more than a year', 0, years + 1, false],
  ['that begins after more than a year', years + 1, null, false],
] as const)('An announcement %s: may be made: %#', (_, starts, ends, may) => {
  expect(refuseTimes(at(starts), ends === null ? null : at(ends), now) === null).toBe(may)
})
