import { expect, test } from 'vitest'
import { calendarLeaf, formatEventTime, toWallTime } from './event-times.ts'

test.each([
  ['2026-11-28T20:00:00.000Z', null, 'sab 28 nov, 21:00'],
  ['2026-07-03T19:30:00.000Z', null, 'ven 3 lug, 21:30'],
])('An event at %s is on a clock in Italy', (startsAt, endsAt, expected) => {
  expect(formatEventTime(startsAt, endsAt)).toBe(expected)
})

test('An event of one evening names its day once, one of several days both', () => {
  const evening = formatEventTime('2026-11-28T20:00:00.000Z', '2026-11-28T22:30:00.000Z')
  expect(evening).toMatch(/^sab 28 nov, 21:00\s?–\s?23:30$/)
  const festival = formatEventTime('2026-11-28T20:00:00.000Z', '2026-11-30T17:00:00.000Z')
  expect(festival).toMatch(/^sab 28 nov, 21:00\s?–\s?lun 30 nov, 18:00$/)
})

test('After midnight in Italy the leaf shows the new day', () => {
  expect(calendarLeaf('2026-11-28T23:30:00.000Z')).toEqual({ day: '29', month: 'nov' })
})

test('A field gets the time of a clock in Italy', () => {
  expect(toWallTime(new Date('2026-11-28T20:00:30.000Z'))).toBe('2026-11-28T21:00')
})
