import { expect, test } from 'vitest'
import { overAt, readCursor, refuseTimes, writeCursor } from './events.rules.ts'
import { eventsText } from './events.text.ts'

const now = new Date('2026-05-01T10:00:00Z')
const at = (text: string) => new Date(text)

test.for([
  ['this evening', '2026-05-01T19:00:00Z', null, null],
  ['in a minute', '2026-05-01T10:01:00Z', null, null],
  ['now', '2026-05-01T10:00:00Z', null, eventsText.inThePast],
  ['yesterday', '2026-04-30T19:00:00Z', '2026-05-02T19:00:00Z', eventsText.inThePast],
  ['in a year', '2027-05-01T19:00:00Z', null, null],
  ['in exactly 366 days', '2027-05-02T10:00:00Z', null, null],
  ['in two years', '2028-05-01T19:00:00Z', null, eventsText.tooFarOff],
  ['until it starts', '2026-05-01T19:00:00Z', '2026-05-01T19:00:00Z', eventsText.endsBeforeStart],
  ['for a fortnight', '2026-05-01T19:00:00Z', '2026-05-15T19:00:00Z', null],
  ['for a month', '2026-05-01T19:00:00Z', '2026-06-01T19:00:00Z', eventsText.tooLong],
] as const)('An event %s', ([_case, starts, ends, refusal]) => {
  expect(refuseTimes({ starts_at: at(starts), ends_at: ends && at(ends), now })).toBe(refusal)
})

test('An event is over at its end, or three hours after its start', () => {
  const starts_at = at('2026-05-01T19:00:00Z')
  expect(overAt({ starts_at, ends_at: at('2026-05-01T20:00:00Z') })).toEqual(at('2026-05-01T20:00:00Z'))
  expect(overAt({ starts_at, ends_at: null })).toEqual(at('2026-05-01T22:00:00Z'))
})

test('A cursor is read as it was written, and nothing else is one', () => {
  const position = { startsMs: 1_777_662_000_000, id: 890_123 }
  expect(readCursor(writeCursor(position))).toEqual(position)
  expect(readCursor(undefined)).toEqual({ startsMs: 0, id: 0 })
  for (const cursor of ['', '5', '_', '1_x', '-1_5', '1_2_3', `1_${'9'.repeat(16)}`, `1_${'9'.repeat(17)}`])
    expect(readCursor(cursor)).toBeUndefined()
})
